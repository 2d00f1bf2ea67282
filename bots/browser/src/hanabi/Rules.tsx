/** The window with the rules of a table: its variant, its options, its characters and its keys. */

import { words } from "../i18n/index.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { paintOf, Shape } from "./Card.tsx";
import type { HanabiTable } from "./model.ts";
import { colorLooks, looks } from "./symbols.ts";
import {
  characterRule,
  gameTitle,
  type Names,
  optionRules,
  suitName,
  suitRule,
  variantRules,
} from "./texts.ts";

export function Rules({ pub, names, mine, close }: {
  pub: HanabiTable;
  names: Names;
  mine: number | null;
  close: () => void;
}) {
  const said = words.value, { variant } = pub;
  const all = looks(variant), colors = colorLooks(variant);
  const rules = [...variantRules(variant, said), ...optionRules(pub.options, said)];
  const [first] = colors, other = (mine ?? 0) === 1 ? 1 : 2;
  const example = first === undefined
    ? ""
    : said.hanabi.keyboardClue(other, first.letter, suitName(variant.colors[0] ?? "", said));
  return (
    <Dialog title={gameTitle(pub, said)} close={close}>
      <h3>{said.hanabi.howToPlay}</h3>
      {said.hanabi.basics.map((text) => <p key={text}>{text}</p>)}
      <h3>{said.hanabi.variantRules.suits}</h3>
      <ul class="hanabi-rules">
        {variant.suits.map((suit, index) => {
          const look = all[index];
          return look !== undefined && (
            <li key={index}>
              <span class="hanabi-chip" {...paintOf(look)}>
                <Shape look={look} />
                <small>{look.letter}</small>
              </span>
              <span>
                <b>{suitName(suit.name, said)}</b> {suitRule(variant, suit, said)}
              </span>
            </li>
          );
        })}
      </ul>
      {rules.length > 0 && <ul class="hanabi-plain">{rules.map((rule) => <li key={rule}>{rule}</li>)}</ul>}
      {pub.seeded && <p>{said.hanabi.seeded}</p>}
      {pub.characters !== undefined && pub.characters.length > 0 && (
        <ul class="hanabi-plain">
          {pub.characters.map((character, seat) => (
            <li key={seat}>
              <b>{said.hanabi.characterOf(names(seat), character.name)}</b>:{" "}
              {characterRule(variant, character, said)}
            </li>
          ))}
        </ul>
      )}
      <section class="hanabi-keys column">
        <h3>{said.hanabi.keyboard}</h3>
        <p>{said.hanabi.keyboardHelp(example)}</p>
        <p>
          {said.hanabi.lettersHelp}{" "}
          {colors.map((look, index) => `${look.letter} ${suitName(variant.colors[index] ?? "", said)}`).join(
            ", ",
          )}
        </p>
      </section>
      <h3>{said.hanabi.remaining}</h3>
      <p>{said.hanabi.remainingAbout}</p>
      <h3>{said.hanabi.pace}</h3>
      <p>{said.hanabi.paceAbout}</p>
      <h3>{said.hanabi.efficiency}</h3>
      <p>{said.hanabi.efficiencyAbout}</p>
    </Dialog>
  );
}
