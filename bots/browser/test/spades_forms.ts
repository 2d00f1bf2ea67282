/** Writes the options of many random uses of the form of Spades, for a test that asks the server about each. */

import { applies, changed, type Chosen, CLASSIC, PRESETS, type Rules, settled } from "../src/spades/rules.ts";

const VALUES: { [Name in keyof Rules]: readonly Rules[Name][] } = {
  players: [2, 3, 4, 5, 6],
  sides: ["pairs", "solo"],
  jokers: ["none", "jjdd", "jja", "jj2a"],
  bidding: ["free", "mirror", "whiz", "suicide"],
  team_bid: ["sum", "second"],
  least_bid: [0, 1, 13],
  least_team: [0, 4, 17],
  least_beside_nil: [0, 4, 12],
  least_total: [0, 11, 17],
  no_exact_total: [false, true],
  first_hand_bids_itself: [false, true],
  nil: [0, 50, 100],
  double_nil: ["separate", "forbidden", "bonus", "win"],
  double_nil_points: [0, 400],
  nil_pass: [0, 4],
  failed_nil_tricks: ["count", "bag_only", "dead"],
  blind_nil: [0, 200],
  blind_nils: [1, 2],
  blind_nil_behind: [0, 100],
  blind_nil_pass: [0, 2, 4],
  blind_bid: [0, 6, 17],
  blind_bid_times: [2, 3, 4],
  blind_bid_behind: [0, 100],
  blind_after_first: [false, true],
  set_penalty: ["10x_bid", "10x_short"],
  bag_points: [0, 1],
  bag_limit: [0, 5, 10],
  bag_penalty: [0, 100],
  bag_penalty_to: ["self", "opponents"],
  bag_rollover: ["subtract", "reset"],
  ten_for_200: [false, true],
  boston: [0, 200],
  boston_wins: [false, true],
  target: [0, 250, 500],
  floor: [-200, 0],
  rounds: [0, 4],
  sets_lose: [0, 3],
  lead_spades: ["broken", "discarded", "anytime", "only_if_forced"],
  first_trick: ["no_spades", "free", "low_club"],
  first_leader: ["left", "low_club", "high_bid"],
};

/** Returns numbers from 0 to below 1 that are the same on every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (1_103_515_245 * state + 12_345) % 2 ** 31) / 2 ** 31;
}

/** Returns the options after some changes that the form offers, each with the rules that the page expects. */
export function uses(count: number): { options: Chosen; rules: Rules }[] {
  const next = numbers(11), pick = <One>(all: readonly One[]) => all[Math.floor(next() * all.length)] as One;
  return Array.from({ length: count }, () => {
    const preset = pick(Object.keys(PRESETS) as (keyof typeof PRESETS)[]);
    let options: Chosen = preset === "classic" ? {} : { preset };
    for (let change = 0; change < 6; change++) {
      const rules = settled(options);
      const name = pick((Object.keys(CLASSIC) as (keyof Rules)[]).filter((each) => applies(rules, each)));
      options = changed(options, name, pick(VALUES[name] as readonly Rules[keyof Rules][]));
    }
    return { options, rules: settled(options) };
  });
}

if (import.meta.main) console.log(JSON.stringify(uses(600)));
