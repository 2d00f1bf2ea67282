/** The answers of `/v1/events…`, and what the page shows of them: pure functions. */

import { replayAddress } from "../route.ts";
import type { Bank, BridgeResult, NoClock, PerBoard, PerMove, SpadesSideResult } from "../wire/protocol.ts";

export type Form = "pairs" | "teams";
export type Movement = "mitchell" | "howell" | "round_robin" | "swiss" | "knock_out" | "race";
export type Stage = "draft" | "open" | "running" | "correction" | "final" | "cancelled";
export type RoundStage = "drawn" | "published" | "playing" | "closing" | "scored";
/** A way to order entries with equal totals. */
export type Tie = "direct" | "opponents" | "beaten" | "quotient" | "wins" | "recent" | "draw";
export type Award = "plus" | "average" | "minus" | number;
export type Kind = "played" | "adjusted" | "artificial" | "cancelled" | "unplayed";

/** An event in the list of those that are open. Fields with their usual values are left out. */
export interface EventRow {
  event: string;
  game: string;
  name: string;
  form?: Form;
  movement?: Movement;
  stage?: Stage;
  rounds?: number;
  entries?: number;
  wanting?: number;
  starts_ms?: number | null;
  /** The time since which the results are final. */
  ended_ms?: number | null;
}

export interface Conditions {
  form: Form;
  movement: Movement;
  rounds: number;
  boards: number;
  scoring: string;
  vp: string;
  winners: number;
  arrow_switch: boolean;
  moving: boolean;
  /** Hundredths of a victory point or of a per cent for a round without opponents; null for the usual award. */
  bye: number | null;
  /** The award, in the unit of `bye`, for each round that a late entry has missed; null for none. */
  late_award: number | null;
  neuberg: boolean;
  drop: number | null;
  nearest: number;
  ties: readonly Tie[];
  board_s: number;
  clock: NoClock | PerMove | Bank | PerBoard | null;
  grace_s: number;
  warning_s: number;
  break_s: number;
  unplayed: "average" | "nothing";
  automatic: boolean;
  late_until: number;
  check_in: boolean;
  robot: string | null;
  robot_ms: number;
  pause_s: number;
  absent_s: number;
  /** The time after which an entry loses to which no player has come (s); 0 for none. */
  no_show_s: number;
  live_ranking: boolean;
  correction_s: number;
  /** The options of the game. */
  options: Readonly<Record<string, unknown>>;
}

/** The conditions that the server leaves out of its answers, because they are the usual ones. */
export const USUAL: Conditions = {
  form: "pairs",
  movement: "mitchell",
  rounds: 3,
  boards: 3,
  scoring: "",
  vp: "",
  winners: 2,
  arrow_switch: true,
  moving: false,
  bye: null,
  late_award: null,
  neuberg: true,
  drop: null,
  nearest: 10,
  ties: [],
  board_s: 450,
  clock: null,
  grace_s: 120,
  warning_s: 180,
  break_s: 60,
  unplayed: "average",
  automatic: true,
  late_until: 0,
  check_in: true,
  robot: null,
  robot_ms: 1_000,
  pause_s: 5,
  absent_s: 120,
  no_show_s: 0,
  live_ranking: true,
  correction_s: 1_800,
  options: {},
};

/** The time that is limited: of the round, of each board, or none; "table" for another clock of the tables. */
export type Timing = "round" | "board" | "none" | "table";

/** Returns the time that these conditions limit. */
export function timingOf({ board_s, clock }: Conditions): Timing {
  if (clock === null) return board_s ? "round" : "table";
  if (board_s) return "round";
  return clock.kind === "board" || clock.kind === "none" ? clock.kind : "table";
}

/** Returns the minutes for each board under conditions that time a round or each board. */
export function minutesOf({ board_s, clock }: Conditions): number {
  return clock?.kind === "board" && !board_s ? clock.board_ms / 60_000 : board_s / 60;
}

export interface Person {
  name: string;
  id?: string;
  robot?: string | null;
  /** False while the player has not accepted the invitation. */
  accepted?: boolean;
  present?: boolean;
  /** The code by which a player claims a place that is a name alone; directors see it. */
  code?: string;
}

export interface Entrant {
  id: string;
  /** On the page, the title begins with the number of the entry; `plain` is the title without it. */
  title: string;
  plain?: string;
  players: readonly Person[];
  wants_partner?: boolean;
  ready?: boolean;
  gone?: string;
  /** True if it did not come to its table: it plays again once it checks in. */
  no_show?: boolean;
}

export interface TableRow {
  table: number;
  sides: readonly (string | null)[];
  id?: string | null;
  room?: number;
  switched?: boolean;
  done?: number;
  late?: number;
  over?: boolean;
  ends_ms?: number | null;
  /** True while a director has stopped the clock of this table. */
  held?: boolean;
  /** The names of those that sat at this table, by seat, if others play for their entrants now. */
  players?: readonly (string | null)[];
}

export interface Remark {
  code: string;
  entries: readonly string[];
  round: number | null;
}

export interface Round {
  round: number;
  stage: RoundStage;
  tables: readonly TableRow[];
  sits_out?: readonly string[];
  starts_ms?: number | null;
  began_ms?: number | null;
  remarks?: readonly Remark[];
}

export interface DirectorCall {
  number: number;
  entrant: string;
  at_ms: number;
  text: string;
  taken_by: string;
  done: boolean;
  ruling: string;
  /** The round, from 1, and the table from which the call came; null for one from the page of the event. */
  round?: number | null;
  table?: number | null;
  /** Not empty if the game called, because the players of the table do not agree; then there is no entrant. */
  dispute?: string;
}

export interface Announcement {
  at_ms: number;
  text: string;
  table: number | null;
  entrant: string | null;
  /** Several tables, such as those of a section; absent from the answers of older servers. */
  tables?: readonly number[];
}

/** Points that a director has added to the total of an entrant: a carry-over, or a penalty, which is negative. */
export interface CarriedPoints {
  at_ms: number;
  entrant: string;
  hundredths: number;
  reason: string;
  /** The event or session that they come from, "" for points of this event. */
  origin: string;
}

export interface EventShown {
  event: string;
  name: string;
  game: string;
  stage: Stage;
  conditions: Partial<Conditions>;
  directors: readonly Person[];
  entrants: readonly Entrant[];
  rounds: readonly Round[];
  calls: readonly DirectorCall[];
  announcements: readonly Announcement[];
  /** Absent from the answers of older servers. */
  carried?: readonly CarriedPoints[];
  /** The version that a director's request may expect; null for others. */
  version: number | null;
  held: boolean;
  now_ms: number;
  /** The title of a side of a table without an entry: the page says it in its language. */
  missing?: string;
  mine: {
    director?: boolean;
    entrant?: string | null;
    table?: string | null;
    seat?: number | null;
    /** True while the person offers to play as a substitute. */
    offers?: boolean;
  };
  /** True if people without a seat may watch the tables. */
  watchers?: boolean;
  /** The player whose file has the boards; null if the server deals. */
  uploaded_by?: Person | null;
  /** The ids of absent players: all for a director, and those of the own entry for its other players. */
  away?: readonly string[];
  /** The players that offer to play in the place of one that is absent. */
  pool?: readonly Person[];
}

export interface Row {
  entry: string;
  list: number;
  rank: number;
  shared: boolean;
  total: number;
  percent: number | null;
  deals: number;
  wins: number;
  out: boolean;
  /** Hundredths of the total that were carried over, or added by a director. */
  carried?: number;
  /** The most points that a team alone at its tables could reach in its deals, null in other games. */
  most?: number | null;
}

export interface RankingShown {
  scoring: string;
  rows: readonly Row[];
  names: Readonly<Record<string, string>>;
  provisional: boolean;
  final: boolean;
  hidden: boolean;
}

export interface Version {
  kind: Kind;
  at_ms: number;
  result?: unknown;
  awards?: readonly Award[] | null;
  law?: string;
  reason?: string;
  by?: string;
}

export interface Line {
  table: number;
  sides: readonly (string | null)[];
  versions?: readonly Version[];
  points?: readonly number[] | null;
  top?: number;
  players?: readonly (string | null)[];
  /** The round of the table, if the boards move from table to table. */
  round?: number;
}

export interface Board {
  /** The round in which all tables play the board; 0 if the boards move, and each line has its own. */
  round: number;
  board: number;
  lines: readonly Line[];
}

export interface ResultsShown {
  boards: readonly Board[];
  names: Readonly<Record<string, string>>;
}

/** The answers of the server about an event at one time. */
export interface Known {
  shown: EventShown;
  ranking: RankingShown;
  results: ResultsShown;
}

/** The page asks for an event again after this time, while it is seen (ms). */
export const AGAIN_MS = 3_000;

export function conditionsOf(shown: EventShown): Conditions {
  return { ...USUAL, ...shown.conditions };
}

/** Returns how results are compared by a scoring, where conditions depend on it; null for other scorings. */
export function scoresOf(game: string, scoring: string): "matchpoints" | "datum" | null {
  if (game !== "bridge") return null;
  return scoring === "mp" ? "matchpoints" : scoring === "butler" ? "datum" : null;
}

/** The games whose usual scoring has a top. */
const USUALLY_PERCENT: readonly string[] = ["bridge", "hanabi"];

/** Returns true if a number as an award is one of per cent: the scoring has a top. Otherwise it is one of points. */
export function awardsArePercent({ game, conditions: { scoring } }: EventShown): boolean {
  return scoring ? ["mp", "bam"].includes(scoring) : USUALLY_PERCENT.includes(game);
}

/** Returns true if an entry without opponents may get an award for the round. */
export function hasByes({ movement }: Conditions): boolean {
  return movement !== "race" && movement !== "knock_out";
}

/** The award for a round without opponents: in victory points, or in per cent; null if the round does not count. */
export type AwardOfBye = { unit: "vp" | "percent"; amount: number } | null;

export function awardOfBye({ bye, vp, movement }: Conditions): AwardOfBye {
  if (vp !== "") return { unit: "vp", amount: (bye ?? (vp === "win" ? 200 : 1_200)) / 100 };
  if (bye !== null) return { unit: "percent", amount: bye / 100 };
  return movement === "swiss" ? { unit: "percent", amount: 60 } : null;
}

export function ownEntrant(shown: EventShown): Entrant | null {
  return shown.entrants.find((each) => each.id === shown.mine.entrant) ?? null;
}

/** Returns the class of a row of a table if one of its sides is the own entrant. */
export function ownClass({ mine }: EventShown, { sides }: Pick<Line, "sides">): string | undefined {
  return mine.entrant != null && sides.includes(mine.entrant) ? "events-own" : undefined;
}

/** The place of the person at this page in an event: each has a panel of its own. */
export type Place =
  | { kind: "directs" }
  | { kind: "may_enter" }
  | { kind: "outside" }
  | { kind: "invited"; entrant: Entrant }
  | { kind: "wants_partner"; entrant: Entrant }
  | { kind: "waits_for_answer"; entrant: Entrant }
  | { kind: "checks_in"; entrant: Entrant }
  | { kind: "waits"; entrant: Entrant; round: Round | null }
  | { kind: "seated"; entrant: Entrant; table: string; seat: number; row: TableRow | null; round: Round }
  | { kind: "sits_out"; entrant: Entrant; round: Round }
  | { kind: "over"; entrant: Entrant };

export function isOver(shown: EventShown): boolean {
  return ["correction", "final", "cancelled"].includes(shown.stage);
}

/** Returns the round that is being played, null between the rounds. */
export function playing(shown: EventShown): Round | null {
  return shown.rounds.find(({ stage }) => stage === "playing" || stage === "closing") ?? null;
}

/** Returns the round that has been drawn and has not begun, null without one. */
export function coming(shown: EventShown): Round | null {
  return shown.rounds.find(({ stage }) => stage === "drawn" || stage === "published") ?? null;
}

/** Returns true if players may enter an event now, also late. */
export function acceptsEntries(shown: EventShown): boolean {
  const begun = shown.rounds.filter(({ stage }) => stage !== "drawn" && stage !== "published").length;
  return shown.stage === "open" ||
    shown.stage === "running" && begun <= conditionsOf(shown).late_until;
}

/** Returns the place of the player `me` in an event; `me` is null for a person without a name. */
export function placeOf(shown: EventShown, me: string | null): Place {
  const { table, seat } = shown.mine, entrant = ownEntrant(shown), now = playing(shown);
  if (entrant === null) {
    return { kind: shown.mine.director ? "directs" : acceptsEntries(shown) ? "may_enter" : "outside" };
  }
  const self = entrant.players.find(({ id }) => id === me);
  if (isOver(shown)) return { kind: "over", entrant };
  if (table != null && seat != null && now !== null) {
    const row = now.tables.find(({ id }) => id === table) ?? null;
    return { kind: "seated", entrant, table, seat, row, round: now };
  }
  if (self?.accepted === false) return { kind: "invited", entrant };
  if (entrant.wants_partner) return { kind: "wants_partner", entrant };
  if (entrant.players.some(({ accepted }) => accepted === false)) {
    return { kind: "waits_for_answer", entrant };
  }
  if (entrant.no_show || conditionsOf(shown).check_in && !self?.present) {
    return { kind: "checks_in", entrant };
  }
  return now !== null
    ? { kind: "sits_out", entrant, round: now }
    : { kind: "waits", entrant, round: coming(shown) };
}

/** Returns true if the person at this page may offer to play as a substitute. */
export function mayOffer({ stage, mine }: EventShown): boolean {
  return (stage === "open" || stage === "running") && mine.entrant == null && !mine.director;
}

/** Returns the players that are absent from their tables, as far as the server tells it. */
export function absentOf({ entrants, away = [] }: EventShown): Person[] {
  return entrants.flatMap(({ players }) => players.filter(({ id }) => id && away.includes(id)));
}

/** Returns the time (ms) at which the round ends at the own table, or at the last one; null without a limit. */
export function endOfRound(shown: EventShown): number | null {
  const now = playing(shown);
  if (now === null || shown.held) return null;
  const own = now.tables.find(({ id }) => id != null && id === shown.mine.table);
  const ends = (own === undefined ? now.tables.filter(({ over }) => !over) : [own])
    .flatMap(({ ends_ms }) => ends_ms == null ? [] : [ends_ms]);
  return ends.length === 0 ? null : Math.max(...ends);
}

/** Returns a text that changes whenever the ranking or the results may have changed. */
export function resultsMark(shown: EventShown): string {
  const tables = shown.rounds.flatMap((round) => [
    round.stage,
    ...round.tables.map(({ done, over }) => `${done ?? 0}${over ? "!" : ""}`),
  ]);
  const carried = shown.carried?.at(-1)?.at_ms ?? "";
  return [shown.stage, shown.version ?? "", shown.entrants.length, carried, ...tables].join(" ");
}

export function titleOf(shown: EventShown, entrant: string | null): string {
  return shown.entrants.find(({ id }) => id === entrant)?.title ?? shown.missing ?? "–";
}

/** The words for robots, and the way to tell the name of one. */
export interface RobotWords {
  robot: string;
  robots: string;
  isRobot: (name: string) => boolean;
}

/**
 * Returns the title of a side at a table: that of its entrant, or the names of the players if others have played there
 * than play for the entrant now. A side without an entrant is played by robots.
 */
export function sideTitle(
  shown: EventShown,
  { sides, players = [] }: { sides: Line["sides"]; players?: Line["players"] },
  side: number,
  { robot, robots, isRobot }: RobotWords,
): string {
  const entrant = shown.entrants.find(({ id }) => id === sides[side]);
  // The sides of a table have its seats in turn: North, then East.
  const sat = players.filter((name, seat): name is string => name !== null && seat % sides.length === side);
  if (entrant === undefined) return sat.length > 0 && sat.every(isRobot) ? robots : "–";
  const known = entrant.players.map(({ name }) => name),
    hasRobot = entrant.players.some((each) => each.robot);
  if (sat.every((name) => known.includes(name) || (hasRobot && isRobot(name)))) return entrant.title;
  return sat.map((name) => isRobot(name) ? robot : name).join(" – ");
}

/** The line of a score sheet: a board of the own entrant. */
export interface SheetLine {
  round: number;
  board: number;
  line: Line;
  /** The own side at this table. */
  side: number;
  opponent: string | null;
  version: Version | null;
}

export function newest(line: Line): Version | null {
  return line.versions?.at(-1) ?? null;
}

/** Returns the round in which a table has played a board. */
export function roundOf(board: Board, line: Line): number {
  return line.round ?? board.round;
}

/** Returns a text that tells the lines of a board apart: the table, and its round if the boards move. */
export function lineKey({ round, table }: Line): string {
  return round === undefined ? `${table}` : `${round}-${table}`;
}

/** Returns the boards of an entrant that may be seen, the first one first. */
export function sheetOf(results: ResultsShown, entrant: string): SheetLine[] {
  return results.boards.flatMap((each) =>
    each.lines.flatMap((line) => {
      const side = line.sides.indexOf(entrant), round = roundOf(each, line);
      if (side < 0) return [];
      const opponent = line.sides[1 - side] ?? null;
      return [{ round, board: each.board, line, side, opponent, version: newest(line) }];
    })
  );
}

/** Returns the points of a side in per cent of the top (hundredths), null by a scoring without a top. */
export function percentOf(line: Line, side: number): number | null {
  const points = line.points?.[side];
  return points == null || !line.top ? null : 10_000 * points / line.top;
}

/** Returns the address of the replay of a board at a table of a round, null if the event does not tell the table. */
export function replayOf(shown: EventShown, round: number, table: number, board: number): string | null {
  const id = shown.rounds.find((each) => each.round === round)?.tables.find((each) => each.table === table)
    ?.id;
  return id == null ? null : replayAddress(id, board);
}

/** The number of tables that a player who sits out is offered to watch. */
const WATCHED = 8;

/** Returns the tables of a round that a player who sits out may watch: none where the event has no watchers. */
export function watchable(shown: EventShown, { tables }: Round): { id: string; table: number }[] {
  if (!shown.watchers) return [];
  return tables.flatMap(({ id, table }) => id == null ? [] : [{ id, table }]).slice(0, WATCHED);
}

/** Returns the rankings, one for each list: a Mitchell with two winners has two. */
export function listsOf(ranking: RankingShown): Row[][] {
  const lists = [...new Set(ranking.rows.map(({ list }) => list))].sort();
  return lists.map((list) => ranking.rows.filter((row) => row.list === list));
}

/** Returns true once a result or an award counts: before it, all entries would share the first rank. */
export function hasResults({ rows }: RankingShown): boolean {
  return rows.some(({ deals, total }) => deals > 0 || total !== 0);
}

/** Returns a rank, such as `2=` for one that others share. */
export function rankText({ rank, shared, out }: Row): string {
  return out ? "–" : shared ? `${rank}=` : String(rank);
}

/** Returns the number of players of an entrant. */
export function playersWanted(shown: EventShown): number {
  const whole = shown.entrants.find((each) => !each.wants_partner && !each.gone);
  if (whole !== undefined) return whole.players.length;
  const { form, options } = conditionsOf(shown);
  if (typeof options["players"] === "number") return options["players"];
  // The usual number of players of Hanabi is the default of its option `players`.
  return shown.game === "hanabi" ? 3 : form === "teams" ? 4 : 2;
}

/** Returns the state of an entrant, as a name in the words of the page. */
export function entrantState(entrant: Entrant): string {
  if (entrant.gone) return entrant.gone;
  if (entrant.wants_partner) return "wants";
  if (entrant.players.some(({ accepted }) => accepted === false)) return "asked";
  return entrant.players.every(({ present }) => present) ? "here" : "entered";
}

/** Returns the result of a board of bridge in a version, null for another game or without a result. */
export function bridgeResult(version: Version): BridgeResult | null {
  const found = version.result as { result?: BridgeResult } | null | undefined;
  return typeof found?.result?.score_ns === "number" ? found.result : null;
}

/** Returns the points that each side gained in a hand of Spades, with its penalty for bags; null for other games. */
export function handPoints(version: Version): readonly number[] | null {
  const { sides } = (version.result ?? {}) as { sides?: readonly SpadesSideResult[] };
  return Array.isArray(sides) ? sides.map(({ before, after }) => after.points - before.points) : null;
}

/** Returns the result of a game of Hanabi in a version, null for another game or without a result. */
export function hanabiResult(version: Version): { score: number; turns: number } | null {
  const found = version.result as { score?: unknown; turns?: unknown } | null | undefined;
  const { score, turns } = found ?? {};
  return typeof score === "number" && typeof turns === "number" ? { score, turns } : null;
}

/** Returns the sum of the scores of a team in its games of Hanabi, null without one. */
export function sumOfScores(results: ResultsShown, entrant: string): number | null {
  const scores = sheetOf(results, entrant).flatMap(({ version }) => {
    const found = version === null || version.awards != null ? null : hanabiResult(version);
    return found === null ? [] : [found.score];
  });
  return scores.length === 0 ? null : scores.reduce((sum, each) => sum + each, 0);
}

/** Returns true once nothing about an event can change any more. */
export function isFinal({ stage }: EventShown): boolean {
  return stage === "final" || stage === "cancelled";
}

/** Returns the name of a player, "" while only the id of an invited player is known. */
export function nameOf({ name, id }: Person): string {
  return name === id ? "" : name;
}

/** Returns the title of an entrant in the page's language: its name, or the names of its players. */
export function entrantTitle(entrant: Entrant, robot: string, robots: string): string {
  const { players, title } = entrant;
  if (title !== players.map(({ name }) => name).join(" – ")) return title;
  // A robot that the director has not named bears the name of its kind.
  const unnamed = players.map((each) => each.robot != null && each.robot === each.name);
  if (unnamed.every(Boolean)) return robots;
  return players.map((each, at) => unnamed[at] ? robot : nameOf(each) || "…").join(" – ");
}

/** Returns what is known of an event with the number and the title of each entrant in the page's language. */
export function titled(known: Known, robot: string, robots: string): Known {
  // Without players, all of them have left before they played.
  const entrants = known.shown.entrants.filter(({ players }) => players.length > 0).map((each) => {
    const plain = entrantTitle(each, robot, robots);
    return { ...each, plain, title: `${each.id} ${plain}` };
  });
  const missing = known.shown.conditions.robot ? robots : "–";
  const names = Object.fromEntries(entrants.map(({ id, title }) => [id, title]));
  return {
    shown: { ...known.shown, entrants, missing },
    ranking: { ...known.ranking, names: { ...known.ranking.names, ...names } },
    results: { ...known.results, names: { ...known.results.names, ...names } },
  };
}
