/** The request that opens a table or a match, made from what the host has chosen: pure functions. */

import type { GamePage, Options } from "../games.ts";
import type { Policy, WelcomeUpdate } from "../wire/protocol.ts";

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
}

type Seats = Record<string, string>;
/** The character between the name of a robot and its level. */
const BETWEEN = ":";
/** The usual levels, the quickest first. */
const LEVELS = ["quick", "", "expert"];
export type OpenBody = { game: string } & Record<string, unknown>;

/** The greatest size of a file of boards, which the server accepts (bytes). */
export const FILE_BYTES = 1 << 20;

/** Returns the names of the robots that play a game: the game's usual robot and its levels, then the plain robot. */
export function robotsOf(welcome: WelcomeUpdate | null, game: string, usual = "plain"): string[] {
  const robots = (welcome?.robots ?? []).filter((robot) => robot.games.includes(game));
  const rank = (name: string) =>
    name === usual ? 0 : name.startsWith(usual + BETWEEN) ? 1 : name === "plain" ? 2 : 3;
  return robots.map((robot) => robot.name).sort((one, other) =>
    rank(one) - rank(other) || (one < other ? -1 : 1)
  );
}

/**
 * Returns the levels at which a robot is offered, the quickest first. The usual level is "": the robot's name has no
 * level. A robot without levels has only this one.
 */
export function levelsOf(robots: readonly string[], robot: string): string[] {
  const rank = (level: string) => {
    const known = LEVELS.indexOf(level);
    return known < 0 ? LEVELS.length : known;
  };
  return robots.flatMap((name) => {
    const [before, level = ""] = name.split(BETWEEN);
    return before === robot ? [level] : [];
  }).sort((one, other) => rank(one) - rank(other));
}

/** Returns the name under which the server offers a robot at a level. */
export function atLevel(robot: string, level: string): string {
  return level ? robot + BETWEEN + level : robot;
}

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

/** Returns the body of the request for a table or a match. */
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
  };
}

/** Returns the request for a game at once against robots: not listed, without a clock, robots a little quicker. */
export function quickGame(game: GamePage, robot: string): OpenBody {
  const seats = seatsWith(game.seats({}), game.usualSeat, { kind: "robot", robot });
  const policy: Policy = { access: "private", clock: { kind: "none" }, robot_ms: 800, hold_ms: null };
  return { game: game.name, options: {}, policy, seats: robotSeats(seats) };
}
