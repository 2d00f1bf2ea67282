/** The request that opens a table, a match or a set, made from what the host has chosen: pure functions. */

import type { GamePage, Options } from "../games.ts";
import type { Policy } from "../wire/protocol.ts";

/** A seat of a table that is about to be opened: the host's own, free, or with a robot. */
export type SeatChoice = { kind: "me" } | { kind: "free" } | { kind: "robot"; robot: string };

/** The choices of the host for a new table. */
export interface Wish {
  game: string;
  options: Options;
  policy: Policy;
  name: string;
  seats: readonly SeatChoice[];
  /** The content of a file of boards, null for deals by chance. */
  boards: string | null;
  /** The second table of a match, null for a single table. */
  match: { count: number; seats: readonly SeatChoice[] } | null;
  /** The tables that play the same boards, null for a single table or a match. */
  set: { count: number; tables: number } | null;
}

type Seats = Record<string, string>;
export type OpenBody = { game: string } & Record<string, unknown>;

/** The greatest size of a file of boards, which the server accepts (bytes). */
export const FILE_BYTES = 1 << 20;

/** Returns seats with the host in one of them, and the same choice for all others. */
export function seatsWith(count: number, mine: number | null, others: SeatChoice): SeatChoice[] {
  return Array.from({ length: count }, (_, seat) => seat === mine ? { kind: "me" } : others);
}

/** Returns the seats for a table of another size: choices stay, and new seats are like the last one. */
export function resized(seats: readonly SeatChoice[], count: number): SeatChoice[] {
  const others = seats.findLast((seat) => seat.kind !== "me") ?? { kind: "free" };
  const next = Array.from({ length: count }, (_, seat): SeatChoice => seats[seat] ?? others);
  const had = seats.some((seat) => seat.kind === "me");
  if (had && count > 0 && !next.some((seat) => seat.kind === "me")) next[0] = { kind: "me" };
  return next;
}

/** Returns the number of the host's own seat, null if the host only watches. */
export function ownSeat(seats: readonly SeatChoice[]): number | null {
  const seat = seats.findIndex((each) => each.kind === "me");
  return seat < 0 ? null : seat;
}

function robotSeats(seats: readonly SeatChoice[]): Seats {
  return Object.fromEntries(
    seats.flatMap((each, seat) => each.kind === "robot" ? [[String(seat), each.robot]] : []),
  );
}

/** Returns the body of the request for a table, a match or a set. */
export function bodyOf(wish: Wish): OpenBody {
  return {
    game: wish.game,
    options: wish.options,
    policy: wish.policy,
    seats: robotSeats(wish.seats),
    ...(wish.name.trim() ? { name: wish.name.trim() } : {}),
    ...(wish.boards === null ? {} : { boards: wish.boards }),
    ...(wish.match === null ? {} : {
      other_seats: robotSeats(wish.match.seats),
      ...(wish.boards === null ? { count: wish.match.count } : {}),
    }),
    ...(wish.set === null ? {} : {
      tables: wish.set.tables,
      ...(wish.boards === null ? { count: wish.set.count } : {}),
    }),
  };
}

/** Returns the request for a game at once against robots: not listed, without a clock, robots a little quicker. */
export function quickGame(game: GamePage, robot: string): OpenBody {
  const seats = seatsWith(game.seats({}), game.usualSeat, { kind: "robot", robot });
  const policy: Policy = {
    access: "private",
    clock: { kind: "none" },
    robot_ms: 800,
    hold_ms: null,
    next_ms: 60_000,
  };
  return { game: game.name, options: {}, policy, seats: robotSeats(seats) };
}
