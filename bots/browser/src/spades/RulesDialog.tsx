/** The rules of a table in words: its preset, and all that differs from the classic game. */

import { type Words, words } from "../i18n/index.ts";
import { Dialog } from "../ui/Dialog.tsx";
import type { SpadesPub } from "../wire/protocol.ts";
import { rulesOf } from "./model.ts";
import { CLASSIC, comparison, type Rules, unlikeClassic } from "./rules.ts";

/** Returns the value of a rule in words, such as "each alone", "no limit" or "100". */
export function valueShown(rules: Rules, name: keyof Rules, said: Words): string {
  const value = rules[name], { spades } = said;
  if (typeof value === "boolean") return value ? said.ui.yes : said.ui.no;
  if (value === 0 && (name === "nil" || name === "blind_nil" || name === "blind_bid")) return spades.off;
  if (value === 0 && (name === "bag_limit" || name === "rounds" || name === "target" || name === "floor")) {
    return spades.noLimit;
  }
  if (value === 0 && name === "sets_lose") return spades.never;
  if (value === 0 && name.endsWith("_behind")) return spades.always;
  if (value === 0 && name.startsWith("least_")) return spades.noLeast;
  const texts = (spades.values as Record<string, Record<string, string>>)[name];
  return texts?.[String(value)] ?? String(value);
}

/** Returns the name of the preset that the rules are most like, and whether some rules differ from it. */
export function presetShown(rules: Rules, said: Words): string {
  const { preset, exact } = comparison(rules), name = said.spades.presetNames[preset];
  return exact ? name : said.spades.withChanges(name);
}

export function RulesDialog({ pub, close }: { pub: SpadesPub; close: () => void }) {
  const said = words.value, { spades } = said, rules = rulesOf(pub);
  const { preset, exact, differing } = comparison(rules), names = unlikeClassic(rules);
  const name = spades.presetNames[preset];
  return (
    <Dialog title={spades.rules} close={close}>
      <p>
        <strong>{exact ? spades.exactly(name) : spades.nearly(name, differing.length)}</strong>{" "}
        {spades.presetAbout[preset]}
      </p>
      <h3>{spades.unlikeClassic}</h3>
      {names.length === 0 ? <p class="muted">{spades.likeClassic}</p> : (
        <dl class="sp-rules">
          {names.map((each) => (
            <div key={each} data-rule={each}>
              <dt>{spades.fields[each][0]}</dt>
              <dd>
                <b>{valueShown(rules, each, said)}</b>{" "}
                <span class="muted">({spades.inClassic(valueShown(CLASSIC, each, said))})</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <h3>{spades.basics}</h3>
      {spades.basicsAbout.map((text) => <p key={text} class="muted">{text}</p>)}
    </Dialog>
  );
}
