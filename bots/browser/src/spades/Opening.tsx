/** The opening of a table of Spades: presets, and a form of all options. */

import type { Options, Preset as Offered } from "../games.ts";
import { words } from "../i18n/index.ts";
import {
  ChoiceOption,
  fieldsOf,
  NumberOption,
  NumberOrNoneOption,
  OptionGroup,
  SwitchOption,
} from "../ui/options/fields.tsx";
import { applies, changed, type Chosen, type Rules, settled, tricksOf, usualOf } from "./rules.ts";

function offered(
  name: "classic" | "seed" | "mirror" | "whiz" | "suicide" | "solo" | "two" | "three" | "sixes" | "jokers",
  options: Chosen,
): Offered {
  return {
    name: (said) => said.spades.presetNames[name],
    about: (said) => said.spades.presetAbout[name],
    options,
  };
}

export const presets: readonly Offered[] = [
  offered("classic", {}),
  offered("solo", { preset: "solo" }),
  offered("two", { players: 2 }),
  offered("three", { players: 3 }),
  offered("sixes", { players: 6 }),
  offered("jokers", { jokers: "jjdd" }),
  offered("mirror", { preset: "mirror" }),
  offered("whiz", { preset: "whiz" }),
  offered("suicide", { preset: "suicide" }),
  offered("seed", { preset: "seed" }),
];

type Group = "table" | "bidding" | "nil" | "blind" | "score" | "end" | "play";
const GROUPS: Record<Group, readonly (keyof Rules)[]> = {
  table: ["players", "sides", "jokers"],
  bidding: [
    "bidding",
    "team_bid",
    "least_bid",
    "least_team",
    "least_beside_nil",
    "least_total",
    "no_exact_total",
    "first_hand_bids_itself",
  ],
  nil: ["nil", "double_nil", "double_nil_points", "nil_pass", "failed_nil_tricks"],
  blind: [
    "blind_nil",
    "blind_nils",
    "blind_nil_behind",
    "blind_nil_pass",
    "blind_bid",
    "blind_bid_times",
    "blind_bid_behind",
    "blind_after_first",
  ],
  score: [
    "set_penalty",
    "bag_points",
    "bag_limit",
    "bag_penalty",
    "bag_penalty_to",
    "bag_rollover",
    "ten_for_200",
    "boston",
    "boston_wins",
  ],
  end: ["target", "floor", "rounds", "sets_lose"],
  play: ["lead_spades", "first_trick", "first_leader"],
};

/** The names of the rules with a whole number, with their limits; `first` for those that 0 turns off. */
const NUMBERS: Partial<Record<keyof Rules, { least: number; most: number; step?: number; first?: number }>> =
  {
    nil: { least: 1, most: 1000, step: 10, first: 100 },
    double_nil_points: { least: 0, most: 1000, step: 50 },
    nil_pass: { least: 0, most: 4 },
    blind_nil: { least: 1, most: 1000, step: 10, first: 200 },
    blind_nil_behind: { least: 0, most: 1000, step: 50 },
    blind_nil_pass: { least: 0, most: 4 },
    blind_bid_behind: { least: 0, most: 1000, step: 50 },
    bag_points: { least: 0, most: 10 },
    bag_limit: { least: 1, most: 999, first: 10 },
    bag_penalty: { least: 0, most: 1000, step: 10 },
    boston: { least: 0, most: 1000, step: 50 },
    target: { least: 1, most: 10_000, step: 50, first: 500 },
    floor: { least: -10_000, most: -1, step: 50, first: -200 },
    rounds: { least: 1, most: 999, first: 8 },
    sets_lose: { least: 1, most: 999, first: 3 },
  };

export function Form({ options, change }: { options: Options; change: (options: Options) => void }) {
  const said = words.value.spades, chosen = options as Chosen;
  const rules = settled(chosen), usual = usualOf(chosen), tricks = tricksOf(rules);
  const field = fieldsOf(
    rules,
    usual,
    said.fields,
    (name, value) => change(changed(chosen, name, value) as Options),
  );
  const choices = <Value extends string | number>(
    texts: Record<Value, string>,
    allowed?: (v: Value) => boolean,
  ) =>
    (Object.entries(texts) as [string, string][])
      .map(([value, text]) => [(/^\d+$/.test(value) ? Number(value) : value) as Value, text] as const)
      .filter(([value]) => allowed?.(value) ?? true);
  const pairs = rules.sides === "pairs";

  function control(name: keyof Rules) {
    const limits = NUMBERS[name];
    switch (name) {
      case "players":
        return (
          <ChoiceOption
            {...field("players")}
            choices={[2, 3, 4, 5, 6].map((count) => [count, String(count)] as const)}
          />
        );
      case "sides":
        return <ChoiceOption {...field("sides")} choices={choices(said.values.sides)} />;
      case "jokers":
        return <ChoiceOption {...field("jokers")} choices={choices(said.values.jokers)} />;
      case "bidding":
        return (
          <ChoiceOption
            {...field("bidding")}
            choices={choices(said.values.bidding, (value) => value !== "suicide" || pairs)}
          />
        );
      case "team_bid":
        return <ChoiceOption {...field("team_bid")} choices={choices(said.values.team_bid)} />;
      case "double_nil":
        return <ChoiceOption {...field("double_nil")} choices={choices(said.values.double_nil)} />;
      case "failed_nil_tricks":
        return (
          <ChoiceOption {...field("failed_nil_tricks")} choices={choices(said.values.failed_nil_tricks)} />
        );
      case "blind_nils":
        return <ChoiceOption {...field("blind_nils")} choices={choices(said.values.blind_nils)} />;
      case "blind_bid_times":
        return <ChoiceOption {...field("blind_bid_times")} choices={choices(said.values.blind_bid_times)} />;
      case "set_penalty":
        return <ChoiceOption {...field("set_penalty")} choices={choices(said.values.set_penalty)} />;
      case "bag_penalty_to":
        return <ChoiceOption {...field("bag_penalty_to")} choices={choices(said.values.bag_penalty_to)} />;
      case "bag_rollover":
        return <ChoiceOption {...field("bag_rollover")} choices={choices(said.values.bag_rollover)} />;
      case "lead_spades":
        return <ChoiceOption {...field("lead_spades")} choices={choices(said.values.lead_spades)} />;
      case "first_trick":
        return <ChoiceOption {...field("first_trick")} choices={choices(said.values.first_trick)} />;
      case "first_leader":
        return (
          <ChoiceOption
            {...field("first_leader")}
            choices={choices(
              said.values.first_leader,
              (value) =>
                rules.first_trick === "low_club"
                  ? value === "low_club"
                  : value !== "high_bid" || rules.team_bid !== "second",
            )}
          />
        );
      case "no_exact_total":
      case "first_hand_bids_itself":
      case "blind_after_first":
      case "ten_for_200":
      case "boston_wins":
        return <SwitchOption {...field(name)} />;
      case "least_bid":
      case "least_team":
      case "least_beside_nil":
      case "least_total":
        return <NumberOption {...field(name)} least={0} most={tricks} />;
      case "blind_bid":
        return (
          <NumberOrNoneOption
            {...field("blind_bid")}
            none={0}
            first={Math.min(6, tricks)}
            noneText={said.off}
            least={1}
            most={tricks}
          />
        );
      default: {
        if (limits === undefined) return null;
        const { first, ...rest } = limits;
        // A game needs an end, and suicide needs nil: then there is no choice to leave the number out.
        const needed = (name === "target" && rules.rounds === 0) ||
          (name === "rounds" && rules.target === 0) ||
          (name === "nil" && rules.bidding === "suicide");
        if (first === undefined || needed) return <NumberOption {...field(name)} {...rest} />;
        const noneText = name === "nil" || name === "blind_nil" ? said.off : said.noLimit;
        return <NumberOrNoneOption {...field(name)} {...rest} first={first} none={0} noneText={noneText} />;
      }
    }
  }

  return (
    <div class="column">
      {(Object.keys(GROUPS) as Group[]).map((group) => {
        const names = GROUPS[group].filter((name) => applies(rules, name));
        if (names.length === 0) return null;
        const count = names.filter((name) => rules[name] !== usual[name]).length;
        return (
          <OptionGroup key={group} title={said.groups[group]} changed={count} open={group === "table"}>
            {names.map((name) => <div key={name} data-option={name}>{control(name)}</div>)}
          </OptionGroup>
        );
      })}
    </div>
  );
}
