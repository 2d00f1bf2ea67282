/** The result of a hand, line by line, so that players can follow how the points come about. */

import type { SpadesHandResult, SpadesSideResult } from "../wire/protocol.ts";
import { seatsOf } from "./model.ts";
import { type Rules, tricksOf } from "./rules.ts";

/** One line of a side's result, and the points that it brings. */
export type Line =
  & { points: number }
  & (
    /** Tricks in a hand without bids. */
    | { t: "unbid"; tricks: number }
    /** The side won at least the tricks that it bid; `special` names what makes it worth another number. */
    | { t: "made" | "set"; bid: number; counted: number; special: Special[] }
    | { t: "bags"; bags: number }
    | { t: "nil"; seat: number; blind: boolean; tricks: number }
    | { t: "double_nil"; tricks: number }
    | { t: "penalty"; bags: number }
    | { t: "gift" }
  );
export type Special = "blind" | "ten" | "boston";

/** Returns the lines of a side's result. Their points add up to the change of the side's score. */
export function explained(rules: Rules, result: SpadesHandResult, side: number): Line[] {
  const ended = result.sides[side];
  if (ended === undefined) return [];
  const seats = seatsOf(rules, side);
  if (result.bids.length === 0) {
    return [{ t: "unbid", tricks: ended.tricks, points: ended.points }, ...settledBags(ended)];
  }
  const placed = seats.map((seat) => ({ seat, bid: result.bids[seat], won: result.tricks[seat] ?? 0 }));
  const nils = placed.filter(({ bid }) => bid?.nil);
  const byNil = nils.reduce((sum, { won }) => sum + won, 0);
  const counted = rules.failed_nil_tricks === "count" ? ended.tricks : ended.tricks - byNil;
  const lines: Line[] = [];
  if (ended.bid !== null && ended.bid > 0) {
    const numbers = placed.filter(({ bid }) => bid !== undefined && !bid.nil);
    const blind = numbers.every(({ bid }) => bid?.blind) && ended.bid >= rules.blind_bid;
    const times = blind ? rules.blind_bid_times : 1;
    const special: Special[] = blind ? ["blind"] : [];
    const boston = !ended.set && rules.boston > 0 && ended.bid === tricksOf(rules);
    const ten = !boston && rules.ten_for_200 && ended.bid === 10;
    if (boston) special.push("boston");
    if (ten) special.push("ten");
    const short = rules.set_penalty === "10x_bid" ? ended.bid : ended.bid - counted;
    const points = boston ? rules.boston : ten ? 200 : ended.set ? 10 * short : 10 * ended.bid;
    lines.push({
      t: ended.set ? "set" : "made",
      bid: ended.bid,
      counted,
      special,
      points: (ended.set ? -points : points) * times,
    });
  }
  if (nils.length === 2 && rules.double_nil === "bonus") {
    const points = byNil > 0 ? -rules.double_nil_points : rules.double_nil_points;
    lines.push({ t: "double_nil", tricks: byNil, points });
  } else {
    for (const { seat, bid, won } of nils) {
      const worth = bid?.blind ? rules.blind_nil : rules.nil;
      lines.push({
        t: "nil",
        seat,
        blind: bid?.blind ?? false,
        tricks: won,
        points: won > 0 ? -worth : worth,
      });
    }
  }
  if (ended.bags > 0) lines.push({ t: "bags", bags: ended.bags, points: ended.bags * rules.bag_points });
  return [...lines, ...settledBags(ended)];
}

/** Returns the lines about the penalties for bags, which are not in the points of the hand. */
function settledBags(ended: SpadesSideResult): Line[] {
  const lines: Line[] = [];
  if (ended.penalty > 0) {
    lines.push({ t: "penalty", bags: (ended.before.bags ?? 0) + ended.bags, points: -ended.penalty });
  }
  const gift = change(ended) - ended.points + ended.penalty;
  if (gift !== 0) lines.push({ t: "gift", points: gift });
  return lines;
}

/** Returns by how many points the score of a side has changed with a hand. */
export function change(ended: SpadesSideResult): number {
  return (ended.after.points ?? 0) - (ended.before.points ?? 0);
}
