/** The roles and rights of the people at a table: pure functions of the server's messages. */

import type { Options } from "../games.ts";
import { seatState } from "../table/seats.ts";
import type { Audience } from "../table/store.ts";
import type { ChatRequest, Delay, PeopleUpdate, Policy, Pub, Said, SeatRow } from "../wire/protocol.ts";

export type To = NonNullable<ChatRequest["to"]>;

/** The role of a person at a table. */
export interface Rights {
  /** True for a player with a name; others may only watch. */
  named: boolean;
  /** The seat that the person has, or may take back; null without one. */
  seat: number | null;
  host: boolean;
  director: boolean;
  commentator: boolean;
}

/** Returns what the player `me` is at a table; `me` is "" for a person without a name. */
export function rightsOf(people: PeopleUpdate | null, me: string): Rights {
  const named = me !== "";
  const seat = people?.seats.find((row) => named && (row.player === me || row.owner === me));
  return {
    named,
    seat: seat?.seat ?? null,
    host: named && people?.host === me,
    director: named && (people?.directors ?? []).includes(me),
    commentator: named && (people?.commentators ?? []).includes(me),
  };
}

/** Returns the circles to which a person may write now, the usual one first. */
export function circlesOf(
  rights: Rights,
  about: { sides: "pairs" | "alone" | "together"; hidden: boolean; directors: boolean; showsRecord: boolean },
): To[] {
  if (!rights.named) return [];
  if (about.showsRecord) return ["table"];
  const circles: To[] = ["table"];
  if (rights.seat !== null) {
    if (about.sides !== "together") circles.push("opponents");
    if (about.sides === "pairs" && !about.hidden) circles.push("partner");
    circles.push("kibitzers");
  } else if (rights.director) circles.push("kibitzers");
  if (about.directors && !rights.director) circles.push("director");
  return circles;
}

/** A way to see the table, and whether it must be asked for first. */
export interface Look {
  as: Audience;
  asks: boolean;
}

/** Returns the ways in which a person without a seat may see the table, the public view first. */
export function looksOf(rights: Rights, people: PeopleUpdate | null, hidden: boolean): Look[] {
  if (people === null || rights.seat !== null) return [];
  const looks: Look[] = [{ as: "public", asks: false }];
  if (!rights.named) return looks;
  const open = people.hands === "live" || people.delay != null || !hidden;
  if (rights.director) looks.push({ as: "director", asks: false });
  if (rights.commentator) looks.push({ as: "commentator", asks: false });
  if (open) looks.push({ as: "all", asks: false });
  const seesAll = rights.director || rights.commentator;
  for (const row of people.seats) {
    if (open || (row.player != null && !seesAll)) looks.push({ as: row.seat, asks: !open });
  }
  return looks;
}

/** Returns true if a person watches a table at which the host shows all hands, and at which no seat is free. */
export function mayWatchAll(rights: Rights, people: PeopleUpdate | null): boolean {
  return rights.named && rights.seat === null && people?.hands === "live" &&
    people.seats.every((row) => seatState(row) !== "free");
}

/** Returns the number of lines after the last one that has been seen; `seen` is null before any was seen. */
export function unread(lines: readonly Said[], seen: Said | null): number {
  if (seen === null) return lines.length;
  const place = lines.findLastIndex((line) => line === seen);
  return lines.length - 1 - place;
}

const PLAYERS_ID = /^[0-9a-f]{16}$/;

/** Returns the id of the player that a text names, by a name at the table or by an id; null if it names none. */
export function playerNamed(text: string, known: ReadonlyMap<string, string>): string | null {
  const wanted = text.trim().toLowerCase();
  const found = [...known].filter(([, name]) => name.toLowerCase() === wanted).map(([id]) => id);
  if (found.length === 1) return found[0] ?? null;
  return PLAYERS_ID.test(wanted) ? wanted : null;
}

/** Returns the names of the players at a table by their ids. */
export function namesOf(
  people: PeopleUpdate | null,
  others: Iterable<{ player: string; name?: string }> = [],
): Map<string, string> {
  const names = new Map<string, string>();
  for (const each of others) if (each.name) names.set(each.player, each.name);
  for (const row of people?.seats ?? []) if (row.player != null) names.set(row.player, row.name ?? "");
  return names;
}

export interface DelayWords {
  minutes: (minutes: string) => string;
  seconds: (seconds: string) => string;
  boards: (count: number) => string;
}

/** Returns a time in words, such as `7.5 min` or `30 s`; `write` writes a number in the player's language. */
export function timeWords(ms: number, said: DelayWords, write: (amount: number) => string): string {
  return ms < 120_000 && ms % 60_000 !== 0
    ? said.seconds(write(ms / 1000))
    : said.minutes(write(Math.round(ms / 6000) / 10));
}

export function delayWords(delay: Delay, said: DelayWords, write: (amount: number) => string): string {
  const parts = delay.ms ? [timeWords(delay.ms, said, write)] : [];
  if (delay.boards) parts.push(said.boards(delay.boards));
  return parts.join(", ");
}

/** The sentences that tell where the boards of a table come from. */
export interface UploadedWords {
  you: string;
  player: (name: string) => string;
  host: string;
  other: string;
  server: string;
}

/** Returns the sentence that tells which person uploaded the boards of a table; the page of that person is `me`. */
export function uploadedWords(people: PeopleUpdate, me: string, said: UploadedWords): string {
  const by = people.uploaded_by;
  if (by === "" || by == null) return said.server;
  if (by === me) return said.you;
  const row = people.seats.find((each) => each.player === by || each.owner === by);
  if (row !== undefined) return row.player === by ? said.player(row.name ?? "") : said.other;
  return by === people.host ? said.host : said.other;
}

/** Returns the id of the set whose boards a table plays together with other tables, null for any other table. */
export function setOf(pub: Pub | null): string | null {
  return (pub as { board_set?: { id: string } | null } | null)?.board_set?.id ?? null;
}

/** Returns the event of which a set is a round, null for a set of its own: the id of a round names its event. */
export function eventOfSet(id: string): string | null {
  return /^(e-[a-z0-9]+)-[0-9]+$/.exec(id)?.[1] ?? null;
}

/** Returns the place of a table in an event, which its id names; null for a table outside of events. */
export function placeInEvent(id: string): { event: string; round: number; table: number } | null {
  const found = /^(e-[a-z0-9]+)-([0-9]+)-([0-9]+)$/.exec(id);
  return found === null ? null : { event: found[1] ?? "", round: Number(found[2]), table: Number(found[3]) };
}

/** Returns the ids of both rooms of a match, the open one first; null for a table that is in no match. */
export function roomsOf(pub: Pub | null, table: string): [string, string] | null {
  const match = (pub as { match?: { room: string; other: string } | null } | null)?.match;
  if (match == null) return null;
  return match.room === "open" ? [table, match.other] : [match.other, table];
}

/** A table for practice: not listed, without a clock, and with robots that are a little quicker. */
const PRACTICE: Policy = { access: "private", clock: { kind: "none" }, robot_ms: 800, hold_ms: null };

/** A finished deal, and the position from which it is played again by the player of `seat`. */
export interface Again {
  game: string;
  deal: string;
  moves: number;
  seat: number;
  /** The number of seats of the table. */
  seats: number;
}

/** Returns true at a table where this page's player plays with robots alone. */
export function isRobotsTable(rows: readonly SeatRow[], mySeat: number | null): boolean {
  return mySeat !== null && rows.some((row) => row.seat !== mySeat && row.robot != null) &&
    rows.every((row) => row.seat === mySeat || row.player == null);
}

/** Returns the body of the request for a table that plays a deal again with one robot in each other seat. */
export function againBody({ game, deal, moves, seat, seats: count }: Again, robot: string) {
  const others = Array.from({ length: count }, (_, place) => place).filter((place) => place !== seat);
  const seats = Object.fromEntries(others.map((place) => [String(place), robot]));
  return { game, again: { deal, moves, seat }, seats, policy: PRACTICE };
}

/** Returns the set of options with the most rules that a table has; undefined if no set with any rule fits. */
export function presetOf<P extends { options: Options }>(
  presets: readonly P[],
  options: Options,
): P | undefined {
  const size = (preset: P) => Object.keys(preset.options).length;
  return presets
    .filter((preset) => size(preset) > 0)
    .filter((preset) => Object.entries(preset.options).every(([name, value]) => options[name] === value))
    .sort((one, other) => size(other) - size(one))[0];
}
