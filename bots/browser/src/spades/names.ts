/** The names of seats, sides, cards and bids of a table, in the language of the page. */

import { type Words, words } from "../i18n/index.ts";
import type { TableStore } from "../table/store.ts";
import { GLYPHS, rankShown, spoken, type SuitWords } from "../ui/PlayingCard.tsx";
import type { SeatRow, SpadesBid, SpadesPub } from "../wire/protocol.ts";
import { rulesOf, seatsOf } from "./model.ts";
import { seatName } from "./seatName.ts";

/** The marks of the sides, so that no side is told by its colour alone. */
export const MARKS = ["●", "▲", "■", "◆", "★", "✚"];

export function rowOf(store: TableStore, seat: number): SeatRow | undefined {
  return store.people.value?.seats.find((row) => row.seat === seat);
}

/**
 * Returns the name of the player in a seat, or the name of the seat while it is free.
 *
 * House robots often have all the same name, so a robot is called after its seat.
 */
export function nameOf(store: TableStore, seat: number): string {
  const row = rowOf(store, seat);
  if (row?.robot != null && row.player == null) {
    return words.value.people.robotIn(seat + 1);
  }
  if (!row?.name) return seatName(seat, words.value);
  // A record has only names, and all its robots may have the same.
  const alike = store.people.value?.seats.filter((each) => each.name === row.name).length ?? 0;
  return alike > 1 ? `${row.name} ${seat + 1}` : row.name;
}

/** Returns the names of the suits at a table of Spades. */
export function suitsOf(said: Words): SuitWords {
  return said.spades.suits;
}

/** Returns the name of a player, or "You" for the player at this page. */
export function calledOf(store: TableStore, seat: number): string {
  return store.mySeat.value === seat ? words.value.spades.you : nameOf(store, seat);
}

/** Returns the name of a side: its player, or both partners. */
export function sideNameOf(store: TableStore, pub: SpadesPub, side: number): string {
  const names = seatsOf(rulesOf(pub), side).map((seat) => nameOf(store, seat));
  const [one = "", other] = names;
  return other === undefined ? one : words.value.spades.pair(one, other);
}

/** Returns a bid in words: `4`, `nil`, `blind nil` or `blind 6`. */
export function bidShown(bid: SpadesBid, said: Words): string {
  const count = bid.tricks ?? 0;
  if (bid.nil) return bid.blind ? said.spades.blindNil : said.spades.nil;
  return bid.blind ? said.spades.blindNumber(count) : String(count);
}

/** Returns cards as they are written in a line: `♠A ♥10`. */
export function cardsShown(cards: readonly string[]): string {
  return cards.map((card) =>
    card === "LJ" || card === "BJ"
      ? spoken(card, words.value)
      : `${GLYPHS[card[0] ?? ""] ?? ""}${rankShown(card, words.value)}`
  )
    .join(" ");
}

export function cardsSpoken(cards: readonly string[]): string {
  return cards.map((card) => spoken(card, words.value)).join(", ");
}

export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

/** Returns a score, which is 0 while it is not known. */
export function pointsShown(points: number | null | undefined): string {
  return points != null && points < 0 ? `−${-points}` : String(points ?? 0);
}
