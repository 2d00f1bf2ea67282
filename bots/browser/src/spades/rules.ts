/** The rules of a Spades table: presets, what a set of options amounts to, and which options fit together. */

import type { SpadesOptions, SpadesRules } from "../wire/protocol.ts";

/** All rules of a table; the server sends each of them. */
export type Rules = Required<SpadesRules>;
export type Preset = NonNullable<SpadesOptions["preset"]>;
/** The options of a table: a preset, and the rules that differ from it. */
export type Chosen = Partial<Rules> & { preset?: Preset };

export const CLASSIC: Rules = {
  players: 4,
  sides: "pairs",
  jokers: "none",
  bidding: "free",
  team_bid: "sum",
  least_bid: 1,
  least_team: 0,
  least_beside_nil: 0,
  least_total: 0,
  no_exact_total: false,
  first_hand_bids_itself: false,
  nil: 100,
  double_nil: "separate",
  double_nil_points: 400,
  nil_pass: 0,
  failed_nil_tricks: "count",
  blind_nil: 200,
  blind_nils: 1,
  blind_nil_behind: 100,
  blind_nil_pass: 2,
  blind_bid: 0,
  blind_bid_times: 2,
  blind_bid_behind: 100,
  blind_after_first: false,
  set_penalty: "10x_bid",
  bag_points: 1,
  bag_limit: 10,
  bag_penalty: 100,
  bag_penalty_to: "self",
  bag_rollover: "subtract",
  ten_for_200: false,
  boston: 0,
  boston_wins: false,
  target: 500,
  floor: -200,
  rounds: 0,
  sets_lose: 0,
  lead_spades: "broken",
  first_trick: "no_spades",
  first_leader: "left",
};

const WITHOUT_BLIND_NIL: Partial<Rules> = { blind_nil: 0, blind_nil_pass: 0 };

export const PRESETS: Record<Preset, Rules> = {
  classic: CLASSIC,
  seed: { ...CLASSIC, team_bid: "second", least_bid: 0, nil: 50, blind_nil: 100, target: 250, floor: -250 },
  mirror: { ...CLASSIC, ...WITHOUT_BLIND_NIL, bidding: "mirror", least_bid: 0 },
  whiz: { ...CLASSIC, ...WITHOUT_BLIND_NIL, bidding: "whiz", least_bid: 0 },
  suicide: { ...CLASSIC, ...WITHOUT_BLIND_NIL, bidding: "suicide", least_bid: 0, least_beside_nil: 4 },
  solo: { ...CLASSIC, ...WITHOUT_BLIND_NIL, sides: "solo", nil: 50 },
};

const ALONE: Partial<Rules> = {
  sides: "solo",
  team_bid: "sum",
  least_team: 0,
  least_beside_nil: 0,
  double_nil: "separate",
  nil_pass: 0,
  blind_nil_pass: 0,
};

/** Returns the rules of a table with these options, as the server works them out. */
export function settled({ preset = "classic", ...chosen }: Chosen): Rules {
  const rules: Rules = { ...PRESETS[preset], ...chosen };
  const defaults: Partial<Rules> = {};
  if (!maybePairs(rules.players) || rules.sides === "solo") Object.assign(defaults, ALONE);
  if (rules.players === 2 || rules.bidding !== "free") {
    Object.assign(defaults, WITHOUT_BLIND_NIL, { blind_bid: 0 });
  }
  if (rules.bidding !== "free") defaults.least_bid = 0;
  if (rules.bidding === "suicide" && rules.sides === "pairs") defaults.least_beside_nil = 4;
  if (rules.nil === 0) {
    Object.assign(defaults, WITHOUT_BLIND_NIL, { nil_pass: 0, least_beside_nil: 0 });
  }
  if (rules.blind_nil === 0) defaults.blind_nil_pass = 0;
  return { ...rules, ...defaults, ...chosen };
}

export function maybePairs(players: number): boolean {
  return players === 4 || players === 6;
}

/** Returns the number of tricks of a hand, which is also the number of cards of each player. */
export function tricksOf(rules: Pick<Rules, "players">): number {
  return { 2: 13, 3: 17, 4: 13, 5: 10, 6: 8 }[rules.players] ?? 13;
}

/** Returns true if an option can have a meaning with the other rules; a form leaves the other options out. */
export function applies(rules: Rules, name: keyof Rules): boolean {
  const pairs = rules.sides === "pairs", free = rules.bidding === "free", nil = rules.nil > 0;
  const blind = free && rules.players !== 2;
  switch (name) {
    case "sides":
      return maybePairs(rules.players);
    case "jokers":
      return rules.players === 2 || rules.players === 4;
    case "team_bid":
      return pairs && free;
    case "least_bid":
    case "least_total":
    case "no_exact_total":
      return free;
    case "least_team":
      return pairs && free;
    case "least_beside_nil":
      return pairs && nil && (free || rules.bidding === "suicide");
    case "double_nil":
    case "nil_pass":
      return pairs && nil;
    case "double_nil_points":
      return pairs && nil && rules.double_nil === "bonus";
    case "failed_nil_tricks":
      return nil;
    case "blind_nil":
      return blind && nil;
    case "blind_nils":
    case "blind_nil_pass":
      return blind && nil && pairs && rules.blind_nil > 0;
    case "blind_nil_behind":
      return blind && nil && rules.blind_nil > 0;
    case "blind_bid":
      return blind;
    case "blind_bid_times":
    case "blind_bid_behind":
      return blind && rules.blind_bid > 0;
    case "blind_after_first":
      return blind && (rules.blind_bid > 0 || rules.blind_nil > 0);
    case "bag_penalty":
    case "bag_penalty_to":
    case "bag_rollover":
      return rules.bag_limit > 0;
    case "ten_for_200":
      return tricksOf(rules) >= 10;
    case "boston":
      return !rules.boston_wins;
    default:
      return true;
  }
}

/** The rules that count tricks of one hand. */
const OF_TRICKS = ["least_bid", "least_team", "least_beside_nil", "least_total", "blind_bid"] as const;

/** Returns the rules that must change so that all rules fit together; none if they do. */
function corrections(rules: Rules): Partial<Rules> {
  if (rules.sides === "pairs" && !maybePairs(rules.players)) return { sides: "solo" };
  if (rules.sides === "solo" && rules.bidding === "suicide") return { bidding: "free" };
  if (rules.sides === "solo" && rules.team_bid === "second") return { team_bid: "sum" };
  if (rules.bidding !== "free" && rules.team_bid === "second") return { team_bid: "sum" };
  if ((rules.bidding === "mirror" || rules.bidding === "whiz") && rules.least_beside_nil > 0) {
    return { least_beside_nil: 0 };
  }
  if (rules.bidding === "suicide" && rules.nil === 0) return { nil: 100 };
  if (rules.first_trick === "low_club" && rules.first_leader !== "low_club") {
    return { first_leader: "low_club" };
  }
  if (rules.first_leader === "high_bid" && rules.team_bid === "second") return { first_leader: "left" };
  if (rules.target === 0 && rules.rounds === 0) return { rounds: 8 };
  if (rules.boston > 0 && rules.boston_wins) return { boston: 0 };
  const most = tricksOf(rules), tooMany = OF_TRICKS.find((name) => rules[name] > most);
  return tooMany === undefined ? {} : { [tooMany]: most };
}

/** Returns options in which nothing contradicts, and that have only the rules that differ from the usual ones. */
export function repaired(options: Chosen): Chosen {
  let chosen: Chosen = { ...options };
  for (let round = 0; round < 20; round++) {
    const before = JSON.stringify(chosen);
    for (const name of Object.keys(chosen) as (keyof Chosen)[]) {
      if (name === "preset") continue;
      const rules = settled(chosen), { [name]: value, ...others } = chosen;
      if (!applies(rules, name) || settled(others)[name] === value) chosen = others;
    }
    chosen = { ...chosen, ...corrections(settled(chosen)) };
    if (JSON.stringify(chosen) === before) break;
  }
  if (chosen.preset === "classic") delete chosen.preset;
  return chosen;
}

/** Returns the options with one rule changed, and all that no longer fits to it changed or left out. */
export function changed(options: Chosen, name: keyof Rules, value: Rules[keyof Rules]): Chosen {
  return repaired({ ...options, [name]: value });
}

/** Returns the rules of `chosen` with each rule as it would be without its own choice. */
export function usualOf(chosen: Chosen): Rules {
  const usual = settled(chosen);
  for (const name of Object.keys(usual) as (keyof Rules)[]) {
    const { [name]: _, ...others } = chosen;
    Object.assign(usual, { [name]: settled(others)[name] });
  }
  return usual;
}

/** The preset that is most like the rules of a table, and the rules that differ from it and from classic. */
export interface Comparison {
  preset: Preset;
  exact: boolean;
  differing: (keyof Rules)[];
}

/** Returns which preset the rules are most like. Of equally similar ones, the first preset counts. */
export function comparison(rules: Rules): Comparison {
  const names = Object.keys(CLASSIC) as (keyof Rules)[];
  let best: Comparison = { preset: "classic", exact: false, differing: names };
  for (const preset of Object.keys(PRESETS) as Preset[]) {
    // The number of players changes some rules by itself: these are no difference from the preset.
    const known = settled({ preset, players: rules.players });
    const differing = names.filter((name) => rules[name] !== known[name] && applies(rules, name));
    if (differing.length < best.differing.length) best = { preset, exact: differing.length === 0, differing };
  }
  return best;
}

/** Returns the rules that have a meaning at this table and differ from the classic game. */
export function unlikeClassic(rules: Rules): (keyof Rules)[] {
  return (Object.keys(CLASSIC) as (keyof Rules)[])
    .filter((name) => rules[name] !== CLASSIC[name] && (applies(rules, name) || name === "sides"));
}
