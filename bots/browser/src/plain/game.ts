/** The page of a game that has no screen of its own, such as that of an installed package. */

import type { GamePage } from "../games.ts";
import { Part } from "../parts.ts";
import { titleOf } from "./title.ts";

const part = new Part("plain/part.ts", () => import("./part.ts"));
/** The numbers of seats of games, as far as the server has been asked for its games. */
const seatCounts = new Map<string, number>();

/** A game of the server, as `/v1/schemas` lists it. */
export interface GameRow {
  game: string;
  seats: number;
  replay: boolean;
}

/** Keeps the numbers of seats of the server's games, before a table of one of them can be opened. */
export function knowSeats(rows: readonly GameRow[]): void {
  for (const { game, seats } of rows) seatCounts.set(game, seats);
}

export function plainGame(name: string): GamePage {
  return {
    name,
    title: () => titleOf(name),
    part,
    seatName: (seat, words) => words.plain.seat(seat),
    seats: ({ players }) => typeof players === "number" ? players : seatCounts.get(name) ?? 2,
    usualSeat: 0,
    sides: () => "alone",
    dealOf: () => null,
    playersPause: false,
    hasMatches: false,
    // The names of games whose tables show records end so, by a rule of the protocol.
    isOpened: !/(^|_)replay$/.test(name),
    isPlain: true,
  };
}
