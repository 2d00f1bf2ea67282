/** The answer of `GET /v1/sets/{set}`, and what the page shows of it: pure functions. */

import type { Words } from "../i18n/index.ts";
import { isRobotName } from "../people/robots.ts";
import { replayAddress } from "../route.ts";
import type { BridgeResult, BridgeVulnerability } from "../wire/protocol.ts";

/** A table of a set; `admitted` is true if the person at this page may enter it. */
export interface TableOfSet {
  table: string;
  name: string;
  admitted: boolean;
}

export interface SetShown {
  board_set: string;
  name: string;
  game: string;
  tables: readonly TableOfSet[];
  /** The numbers of the boards that no table will play any more. */
  boards: readonly number[];
  /** The names of all scorings, which the server has in English. */
  scorings: Readonly<Record<string, string>>;
  /** True if the set is shown to everybody, also without a name. */
  public: boolean;
  comparison: Comparison | null;
  /** The event of which the set is a round, whose directors may have ruled otherwise; "" for other sets. */
  event?: string;
}

export interface Comparison {
  game: string;
  scoring: string;
  tables: readonly { name: string; players: readonly (string | null)[] }[];
  travellers: readonly Traveller[];
  rankings: readonly Ranking[];
}

export interface Traveller {
  board: number;
  dealer: number;
  vulnerable: BridgeVulnerability;
  lines: readonly TravellerLine[];
  top: number | null;
  datum: number | null;
}

export interface TravellerLine {
  table: number;
  result: BridgeResult;
  north_south: number | null;
  east_west: number | null;
}

export interface Ranking {
  entrants: string;
  places: readonly Ranked[];
}

export interface Ranked {
  place: string | null;
  players: readonly (string | null)[];
  tables: readonly number[];
  points: number;
  average: number | null;
  boards: number;
}

/** The page asks for the results again after this time, while it is seen (ms). */
export const AGAIN_MS = 30_000;
/** The shortest time between two requests that no player has asked for (ms). */
export const LEAST_MS = 15_000;
/** The page tries again after this time if a server that is away has not given it any results yet (ms). */
export const RETRY_MS = 3_000;
/** With more lines than these, the travellers are closed at first: a page with all of them would be slow. */
const OPEN_LINES = 160;
/** The most tables that are shown side by side. */
export const SIDE_BY_SIDE = 12;

/** Returns true if the results are old enough to be asked for again without a wish of the player. */
export function isOld(heard_ms: number | null, now_ms: number): boolean {
  return heard_ms === null || now_ms - heard_ms >= LEAST_MS;
}

/** Returns the ways of scoring with their names in the page's language, or as the server names them. */
export function scoringsOf(shown: SetShown, words: Words): [scoring: string, name: string][] {
  return Object.entries(shown.scorings).map(([scoring, name]) => [
    scoring,
    words.sets.scorings[scoring] ?? name,
  ]);
}

/** Returns a table in the page's language. The server adds the number or the room of a table to the set's name. */
export function tableLabel(name: string, words: Words): string {
  const [, number, room] = /\((?:table (\d+)|(open|closed) room)\)$/.exec(name) ?? [];
  if (number !== undefined) return words.sets.table(number);
  if (room !== undefined) return room === "open" ? words.lobby.openRoom : words.lobby.closedRoom;
  return name;
}

/** Returns the names of one pair, or of the two pairs of a team; "Robots" if all of them are robots. */
export function playersText(players: readonly (string | null)[], words: Words): string {
  if (players.every((name) => name !== null && isRobotName(name))) return words.sets.robots;
  const names = players.map((name) =>
    name === null || name === "" ? words.sets.emptySeat : isRobotName(name) ? words.bridge.robot : name
  );
  const pairs = [];
  for (let first = 0; first < names.length; first += 2) pairs.push(names.slice(first, first + 2).join(" & "));
  return pairs.join(", ");
}

/** Returns true for a scoring in matchpoints, whose averages are percentages. */
export function isPercent(scoring: string): boolean {
  return scoring === "mp" || scoring === "bam";
}

/** Returns true for a scoring whose points are IMPs. */
export function isImps(scoring: string): boolean {
  return scoring === "imp" || scoring === "butler";
}

/** Returns the address of the replay of a board at a table, null if the person at this page may not enter the table. */
export function replayOf(shown: SetShown, table: number, board: number): string | null {
  const at = shown.tables[table];
  return at?.admitted ? replayAddress(at.table, board) : null;
}

/** Returns the dealer, the vulnerability, and the top or the datum of a board. */
export function boardFacts(traveller: Traveller, words: Words, write: (amount: number) => string): string {
  const { bridge, sets } = words;
  return [
    bridge.dealerIs(bridge.seats[traveller.dealer] ?? ""),
    bridge.vulnerable[traveller.vulnerable],
    ...(traveller.top === null ? [] : [sets.top(write(traveller.top))]),
    ...(traveller.datum === null ? [] : [sets.datum(write(traveller.datum))]),
  ].join(" · ");
}

/** Returns true if all travellers are open at first. */
export function areOpen(comparison: Comparison): boolean {
  return comparison.travellers.reduce((sum, { lines }) => sum + lines.length, 0) <= OPEN_LINES;
}
