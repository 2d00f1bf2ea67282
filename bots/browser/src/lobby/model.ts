/** The content of the lobby, made from the rows of the server: pure functions, without the page. */

import { delayWords, timeWords } from "../people/model.ts";
import { mayBeTaken } from "../table/seats.ts";
import type { QueueRow, SeatRow, TableRow } from "../wire/protocol.ts";
import type { Words } from "../i18n/index.ts";

/** Returns the seats that a player may take: without a robot, and those of robots. */
export function openSeats(row: TableRow, me = ""): { free: number[]; robots: number[] } {
  const free: number[] = [], robots: number[] = [];
  const seated = row.seats.find((seat) => me !== "" && (seat.player === me || seat.owner === me));
  for (const seat of row.seats) {
    if (seat.owner != null && seat.owner !== me) continue; // It is kept for its player.
    // The lobby does not tell whether cards are hidden; a player with a seat there changes it at the table.
    if (!mayBeTaken(seat, { me, seat: seated?.seat ?? null, hidden: true })) continue;
    (seat.robot == null ? free : robots).push(seat.seat);
  }
  return { free, robots };
}

/** Returns the number of people at a table: players who are there, and watchers. */
export function crowd(row: TableRow): number {
  return row.watchers + row.seats.filter((seat) => seat.player != null && seat.here).length;
}

/** Returns the table with the most people, of equal ones the first; null if there is no table. */
export function busiest(rows: readonly TableRow[]): TableRow | null {
  return rows.reduce<TableRow | null>(
    (most, row) => most === null || crowd(row) > crowd(most) ? row : most,
    null,
  );
}

/** The beginning of the ids of the house tables, at which only robots play. */
const HOUSE = /^house(-|$)/;

/**
 * Returns the table of a game whose picture is shown, null if there is none: of the tables at which people play the one
 * that is shown already, else the one with the most people; else the house table. `barred` cannot be watched.
 */
export function liveTable(
  rows: readonly TableRow[],
  game: string,
  shown: string | null,
  barred: ReadonlySet<string>,
): TableRow | null {
  const fit = rows.filter((row) => row.game === game && !barred.has(row.table));
  const house = fit.find((row) => HOUSE.test(row.table)) ?? null;
  const played = fit.filter((row) => row !== house && row.seats.some(isHere));
  // A table that its players have left is left, too: the picture is a watcher, for which robots would play on.
  return played.find((row) => row.table === shown) ?? busiest(played) ?? house;
}

function isHere(seat: SeatRow): boolean {
  return seat.player != null && (seat.here ?? false);
}

/** The people at the listed tables and in the queue. */
export interface Here {
  /** The names of the players who sit and are there, each player once. */
  names: string[];
  watching: number;
  waiting: number;
}

export function peopleHere(rows: readonly TableRow[], queues: readonly QueueRow[]): Here {
  const names = new Map(
    rows.flatMap((row) => row.seats.filter(isHere).map((seat) => [seat.player, seat.name ?? ""] as const)),
  );
  return {
    names: [...names.values()],
    watching: rows.reduce((sum, row) => sum + row.watchers, 0),
    waiting: queues.reduce((sum, row) => sum + row.players, 0),
  };
}

/** Returns the number of players who wait for a game, at any pace. */
export function waitingFor(queues: readonly QueueRow[], game: string): number {
  return queues.reduce((sum, row) => row.game === game ? sum + row.players : sum, 0);
}

/**
 * Returns the rows by the title of their game, in the order of `titles`; a title without rows is left out.
 *
 * The replays of all games have the same title.
 */
export function byTitle(
  rows: readonly TableRow[],
  titles: readonly string[],
  titleOf: (row: TableRow) => string,
): [string, TableRow[]][] {
  const order = new Set([...titles, ...rows.map(titleOf)]);
  return [...order].map((
    title,
  ): [string, TableRow[]] => [title, rows.filter((row) => titleOf(row) === title)])
    .filter(([, each]) => each.length > 0);
}

/** Returns the first page as it is now, and after it the rows of further pages that were read before. */
export function mergedRows(first: readonly TableRow[], further: readonly TableRow[]): TableRow[] {
  const known = new Set(first.map((row) => row.table));
  return [...first, ...further.filter((row) => !known.has(row.table))];
}

export function clockWords(row: TableRow, said: Words["lobby"], write: (amount: number) => string): string {
  const clock = row.clock;
  if (clock == null) return said.clock.usual;
  const time = (ms: number) => timeWords(ms, said, write);
  switch (clock.kind) {
    case "none":
      return said.clock.none;
    case "move":
      return said.clock.move(time(clock.move_ms));
    case "bank":
      return said.clock.bank(time(clock.bank_ms), clock.increment_ms ? time(clock.increment_ms) : "");
    case "board":
      return said.clock.board(time(clock.board_ms));
  }
}

export function handsWords(row: TableRow, said: Words["lobby"], write: (amount: number) => string): string {
  if (row.delay != null) return said.hands.delayed(delayWords(row.delay, said, write));
  return row.hands === "live" ? said.hands.live : said.hands.after;
}

/** Returns the name of a match: the server adds the room in brackets to it, and so makes the names of both tables. */
export function matchName(open: string, closed: string): string {
  let same = 0;
  while (same < open.length && open[same] === closed[same]) same++;
  return same === open.length ? open : open.slice(0, same).replace(/\s*\($/, "");
}
