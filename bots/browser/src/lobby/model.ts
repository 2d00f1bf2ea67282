/** The content of the lobby, made from the rows of the server: pure functions, without the page. */

import { delayWords, timeWords } from "../people/model.ts";
import { mayBeTaken } from "../table/seats.ts";
import type { TableRow } from "../wire/protocol.ts";
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
