/** The ways to play bridge, and the form of all its options. */

import type { Options, Preset } from "../games.ts";
import { type Words, words } from "../i18n/index.ts";
import {
  ChoiceOption,
  differing,
  fieldsOf,
  NumberOption,
  NumberOrNoneOption,
  OptionGroup,
  SwitchOption,
} from "../ui/options/fields.tsx";
import type { BridgeOptions } from "../wire/protocol.ts";

/** The options with a value each; an option that is usually left out is null. */
type Values = Omit<Required<BridgeOptions>, "partner_robot" | "explains" | "face_down_lead"> & {
  partner_robot: boolean | null;
  explains: "caller" | "partner" | null;
  face_down_lead: boolean | null;
};

/** The values that apply without a choice; the same as the defaults of the protocol. */
export const USUAL: Values = {
  first_board: 1,
  boards: null,
  scoring: "duplicate",
  chicago: "four_deal",
  chicago_vulnerable: "dealer",
  rounds: null,
  honours: true,
  unfinished_part: 100,
  partners: "agreed",
  waiting: 0,
  undo: "consent",
  proven_claims: false,
  screens: false,
  dummy_sees: false,
  look_back: "all",
  review: true,
  own_card: false,
  explains: null,
  face_down_lead: null,
  partner_robot: null,
  stop_ms: 0,
};

/** The values that apply at an event without a choice; undo is by the Laws there. */
const AT_EVENTS: Values = { ...USUAL, undo: "law25" };

/** The options about what players see and hear. */
const SEEN = [
  "screens",
  "explains",
  "face_down_lead",
  "dummy_sees",
  "look_back",
  "review",
  "own_card",
  "partner_robot",
] as const;

type Set = <Name extends keyof Values>(name: Name, value: Values[Name]) => void;

function preset(name: string, options: BridgeOptions): Preset {
  const texts = (said: Words) => said.opening.bridge.presets[name] ?? [name, ""];
  return { name: (said) => texts(said)[0], about: (said) => texts(said)[1], options: { ...options } };
}

export const presets: readonly Preset[] = [
  preset("friendly", {}),
  preset("club", { undo: "law25", look_back: "law", proven_claims: false }),
  preset("rubber", { scoring: "rubber" }),
  preset("chicago", { scoring: "chicago" }),
];

export function Form({ options, change }: { options: Options; change: (options: Options) => void }) {
  const said = words.value.opening.bridge;
  const values: Values = { ...USUAL, ...options as BridgeOptions };
  const set: Set = (name, value) => change(differing({ ...values, [name]: value }, USUAL));
  const field = fieldsOf(values, USUAL, said.texts, set);
  const changed = changesOf(values, USUAL);
  const dealsInTurn = values.scoring === "rubber" || values.scoring === "chicago";
  return (
    <div class="column">
      <OptionGroup
        title={said.groups.scoring}
        changed={changed("scoring", "rounds", "chicago", "chicago_vulnerable", "honours", "unfinished_part")}
        open
      >
        <ChoiceOption {...field("scoring")} choices={choices(said.scorings)} />
        {dealsInTurn && (
          <NumberOrNoneOption
            {...field("rounds")}
            least={1}
            most={999}
            none={null}
            first={1}
            noneText={said.untilClosed}
          />
        )}
        {values.scoring === "chicago" && (
          <>
            <ChoiceOption {...field("chicago")} choices={choices(said.chicagos)} />
            <ChoiceOption {...field("chicago_vulnerable")} choices={choices(said.vulnerables)} />
          </>
        )}
        {dealsInTurn && <SwitchOption {...field("honours")} />}
        {values.scoring === "rubber" && (
          <ChoiceOption {...field("unfinished_part")} choices={[[100, "100"], [50, "50"]]} />
        )}
      </OptionGroup>
      <OptionGroup title={said.groups.boards} changed={changed("first_board", "boards")}>
        <NumberOrNoneOption
          {...field("boards")}
          least={1}
          most={9999}
          none={null}
          first={16}
          noneText={said.untilClosed}
        />
        <NumberOption {...field("first_board")} least={1} most={9999} />
      </OptionGroup>
      <OptionGroup title={said.groups.partners} changed={changed("partners", "waiting")}>
        <ChoiceOption {...field("partners")} choices={choices(said.partnerships)} />
        <NumberOption {...field("waiting")} least={0} most={3} />
      </OptionGroup>
      <UndoOptions values={values} usual={USUAL} set={set} />
      <SeenOptions values={values} usual={USUAL} set={set} />
    </div>
  );
}

/** The form of the options that the conditions of an event may have. */
export function EventForm({ options, change }: { options: Options; change: (options: Options) => void }) {
  const values: Values = { ...AT_EVENTS, ...options as BridgeOptions };
  const set: Set = (name, value) => change(differing({ ...values, [name]: value }, AT_EVENTS));
  return (
    <div class="column">
      <UndoOptions values={values} usual={AT_EVENTS} set={set} />
      <SeenOptions values={values} usual={AT_EVENTS} set={set} />
    </div>
  );
}

interface Group {
  values: Values;
  usual: Values;
  set: Set;
}

function UndoOptions({ values, usual, set }: Group) {
  const said = words.value.opening.bridge, field = fieldsOf(values, usual, said.texts, set);
  const stop = field("stop_ms");
  return (
    <OptionGroup
      title={said.groups.undo}
      changed={changesOf(values, usual)("undo", "proven_claims", "stop_ms")}
    >
      <ChoiceOption {...field("undo")} choices={choices(said.undos)} />
      <SwitchOption {...field("proven_claims")} />
      <NumberOption
        {...stop}
        value={Math.round(stop.value / 1000)}
        usual={0}
        change={(seconds) => stop.change(seconds * 1000)}
        least={0}
        most={60}
      />
    </OptionGroup>
  );
}

function SeenOptions({ values, usual, set }: Group) {
  const said = words.value.opening.bridge, field = fieldsOf(values, usual, said.texts, set);
  const explains = field("explains"), lead = field("face_down_lead"), robot = field("partner_robot");
  return (
    <OptionGroup title={said.groups.seen} changed={changesOf(values, usual)(...SEEN)}>
      <SwitchOption {...field("screens")} />
      <SwitchOption
        {...explains}
        value={explains.value === "partner"}
        usual={false}
        change={(partner) => explains.change(partner ? "partner" : null)}
      />
      <SwitchOption
        {...lead}
        value={lead.value === true}
        usual={false}
        change={(down) => lead.change(down || null)}
      />
      <SwitchOption {...field("dummy_sees")} />
      <ChoiceOption {...field("look_back")} choices={choices(said.looks)} />
      <SwitchOption {...field("review")} />
      <SwitchOption {...field("own_card")} />
      <SwitchOption
        {...robot}
        value={robot.value === true}
        usual={false}
        change={(read) => robot.change(read || null)}
      />
    </OptionGroup>
  );
}

/** Returns a function that counts those options among some that differ from the usual ones. */
function changesOf(values: Values, usual: Values): (...names: readonly (keyof Values)[]) => number {
  return (...names) => names.filter((name) => values[name] !== usual[name]).length;
}

function choices<Key extends string>(texts: Record<Key, string>): [Key, string][] {
  return Object.entries(texts) as [Key, string][];
}
