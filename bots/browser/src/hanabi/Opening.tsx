/** The ways to play Hanabi, and the form of all its options. */

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
import type { HanabiOptions } from "../wire/protocol.ts";
import { VariantPicker } from "./VariantPicker.tsx";

type Values = Required<HanabiOptions>;

/** The values that apply without a choice; the same as the defaults of the protocol. */
export const USUAL: Values = {
  players: 3,
  variant: "No Variant",
  starting_player: 0,
  speedrun: false,
  card_cycle: false,
  deck_plays: false,
  empty_clues: false,
  one_extra_card: false,
  one_less_card: false,
  all_or_nothing: false,
  detrimental_characters: false,
  seed: null,
  games: 0,
};

function preset(name: string, options: HanabiOptions): Preset {
  const texts = (said: Words) => said.opening.hanabi.presets[name] ?? [name, ""];
  return { name: (said) => texts(said)[0], about: (said) => texts(said)[1], options: { ...options } };
}

export const presets: readonly Preset[] = [
  preset("classic", {}),
  preset("six", { variant: "6 Suits" }),
  preset("rainbow", { variant: "Rainbow (5 Suits)" }),
  preset("black", { variant: "Black (5 Suits)" }),
  preset("upDown", { variant: "Up or Down (5 Suits)" }),
];

export function Form({ options, change }: { options: Options; change: (options: Options) => void }) {
  const said = words.value.opening.hanabi;
  const values: Values = { ...USUAL, ...options as HanabiOptions };
  const field = fieldsOf(values, USUAL, said.texts, (name, value) => set({ [name]: value }));
  function set(part: Partial<Values>): void {
    const next = { ...values, ...part };
    // The first player of a smaller table is one of its players, and a hand has one card more or less, not both.
    if (next.starting_player >= next.players) next.starting_player = 0;
    if (part.one_extra_card) next.one_less_card = false;
    if (part.one_less_card) next.one_extra_card = false;
    change(differing(next, USUAL));
  }
  const changed = (...names: (keyof Values)[]) => names.filter((name) => values[name] !== USUAL[name]).length;
  const seats = Array.from({ length: values.players }, (_, seat) => [seat, said.player(seat + 1)] as const);
  return (
    <div class="column">
      <OptionGroup title={said.groups.variant} changed={changed("variant")} open>
        <VariantPicker variant={values.variant} change={(variant) => set({ variant })} />
      </OptionGroup>
      <OptionGroup title={said.groups.game} changed={changed("players", "games", "starting_player")}>
        <NumberOption {...field("players")} least={2} most={6} />
        <NumberOrNoneOption
          {...field("games")}
          least={1}
          most={999}
          none={0}
          first={1}
          noneText={said.untilClosed}
        />
        <ChoiceOption {...field("starting_player")} choices={seats} />
      </OptionGroup>
      <OptionGroup
        title={said.groups.rules}
        changed={changed(
          "speedrun",
          "all_or_nothing",
          "detrimental_characters",
          "deck_plays",
          "empty_clues",
          "card_cycle",
          "one_extra_card",
          "one_less_card",
        )}
      >
        <SwitchOption {...field("speedrun")} />
        <SwitchOption {...field("all_or_nothing")} />
        <SwitchOption {...field("detrimental_characters")} />
        <SwitchOption {...field("deck_plays")} />
        <SwitchOption {...field("empty_clues")} />
        <SwitchOption {...field("card_cycle")} />
        <SwitchOption {...field("one_extra_card")} />
        <SwitchOption {...field("one_less_card")} />
      </OptionGroup>
      <OptionGroup title={said.groups.deck} changed={changed("seed")}>
        <label>
          {said.seed}
          <input
            value={values.seed ?? ""}
            maxLength={60}
            autocomplete="off"
            onInput={(event) =>
              set({ seed: event.currentTarget.value.replace(/[^A-Za-z0-9-]/g, "") || null })}
          />
          <span class="option-help">{said.seedHelp}</span>
        </label>
      </OptionGroup>
    </div>
  );
}
