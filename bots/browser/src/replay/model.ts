/** The content of a replay, made from positions and records of the server: pure functions, without the page. */

import { explanationText } from "../bridge/meaning.ts";
import type { Words } from "../i18n/index.ts";
import type {
  BridgeOwn,
  BridgePub,
  HanabiReplayPub,
  Own,
  Pub,
  ReplayPub,
  SpadesReplayPub,
} from "../wire/protocol.ts";

/** The public half of a table that shows a file. */
export type LedPub = ReplayPub | HanabiReplayPub | SpadesReplayPub;

/** The cards that are shown: those of all seats, or those that one seat saw. */
export type Eyes = number | "all";

/** A position of a finished deal, as `GET /v1/games/{id}?turn=&as=` answers. */
export interface Position {
  turn: number;
  turns: number;
  seat: number | null;
  pub: Pub;
  own: Own | null;
  players: readonly (string | null)[];
}

export type Game = "bridge" | "spades" | "hanabi";

/** A finished deal in the list of a table's deals. */
export interface DealRow {
  number: number;
  /** The contract and its result; null for a game without contracts. */
  contract:
    | { text: string; strain: string; declarer: number; doubled: string; over: number }
    | "passed"
    | null;
  /** The number of calls; 0 for a game without an auction. */
  calls: number;
}

/** The format of records in which the page reads the list of a table's deals, by game. */
export const LIST_FORMAT: Record<Game, string> = { bridge: "endplay", spades: "json", hanabi: "json" };

export const FORMATS: Record<Game, readonly string[]> = {
  bridge: ["pbn", "lin", "handviewer", "endplay", "endplay-dialect", "bridge_env", "board_settings"],
  spades: ["json"],
  hanabi: ["json", "url"],
};
/** The formats that can hold double-dummy results. */
export const WITH_DD: readonly string[] = ["pbn", "endplay", "bridge_env"];

export function gameOfPub(pub: Pub): Game {
  switch (pub.game) {
    case "bridge":
    case "replay":
      return "bridge";
    case "spades":
    case "spades_replay":
      return "spades";
    case "hanabi":
    case "hanabi_replay":
      return "hanabi";
  }
}

/** Returns the id of the table in the id of a game, and the number of the deal, null for the whole table. */
export function parted(game: string): { table: string; number: number | null } {
  const [table = "", number] = game.split(".");
  return { table, number: number === undefined ? null : Number(number) };
}

interface EndplayBoard {
  board_num?: number;
  auction?: unknown[];
  contract?: { level?: number; denom?: string; declarer?: string; penalty?: string; result?: number } | null;
}
const STRAINS: Record<string, string> = {
  spades: "S",
  hearts: "H",
  diamonds: "D",
  clubs: "C",
  nt: "NT",
};
const SEATS = ["north", "east", "south", "west"];
const PENALTIES: Record<string, string> = { doubled: "X", double: "X", redoubled: "XX", redouble: "XX" };

/** Returns the finished deals of a table from their record, in the order of play. */
export function dealsOf(game: Game, record: unknown): DealRow[] {
  if (game === "bridge") {
    const boards = (Array.isArray(record) ? record : [record]) as EndplayBoard[];
    return boards.map((board, index) => ({
      number: board.board_num ?? index + 1,
      contract: contractOf(board),
      calls: board.auction?.length ?? 0,
    }));
  }
  if (game === "spades") {
    const { hands = [] } = record as { hands?: { hand: number }[] };
    return hands.map(({ hand }) => ({ number: hand, contract: null, calls: 0 }));
  }
  const games = Array.isArray(record) ? record : [record];
  return games.map((_, index) => ({ number: index + 1, contract: null, calls: 0 }));
}

function contractOf({ contract }: EndplayBoard): DealRow["contract"] {
  if (contract == null) return null;
  const strain = STRAINS[contract.denom ?? ""];
  if (!contract.level || strain === undefined) return "passed";
  return {
    text: `${contract.level}`,
    strain,
    declarer: SEATS.indexOf(contract.declarer ?? ""),
    doubled: PENALTIES[contract.penalty ?? ""] ?? "",
    over: contract.result ?? 0,
  };
}

/** The public half of a position of bridge, at a table or in a replay. */
export type BoardPub = BridgePub | ReplayPub;
type Hands = readonly (readonly string[] | null)[];

/** Returns the cards that each hand still holds, North first; null for a hand that these eyes did not see. */
export function handsOf(pub: BoardPub, own: BridgeOwn | null, eyes: Eyes): Hands {
  const played = new Set<string>(Object.values(pub.plays).map((play) => play.card));
  const dealt = pub.hands?.map((hand) => hand.filter((card) => !played.has(card))) ?? null;
  const all: Hands | null = own?.hands ?? dealt;
  const dummy = pub.contract && pub.dummy ? (pub.contract.declarer + 2) % 4 : null;
  return [0, 1, 2, 3].map((seat) => {
    if (eyes === "all" || (pub.phase === "over" && all !== null)) return all?.[seat] ?? null;
    if (seat === eyes) return own?.hand ?? all?.[seat] ?? null;
    return seat === dummy ? pub.dummy ?? null : null;
  });
}

/**
 * Returns the hands of a board that is over as they were dealt, North first, and the cards that have been played; null
 * for a board that is not over, or of which not all cards are known.
 */
export function dealtHands(pub: BoardPub): { hands: Hands; played: ReadonlySet<string> } | null {
  if (pub.phase !== "over" || pub.hands == null) return null;
  return { hands: pub.hands, played: new Set<string>(Object.values(pub.plays).map((play) => play.card)) };
}

/** Returns the suits of a hand, in the order in which a diagram lists them, each with its cards. */
export function suitsOf(hand: readonly string[]): { suit: string; cards: string[] }[] {
  return ["S", "H", "D", "C"].map((suit) => ({ suit, cards: hand.filter((card) => card.startsWith(suit)) }));
}

/** Returns the trick to show: the one in progress, or the one that the last card completed. */
export function trickOf(pub: BoardPub): { seat: number; card: string }[] {
  const plays = ordered(pub.plays);
  const cards = plays.length % 4 || (plays.length ? 4 : 0);
  return plays.slice(plays.length - cards);
}

/** Returns the values of a map with numbers as keys, in the order of the numbers. */
export function ordered<V>(map: Readonly<Record<string, V>>): V[] {
  return Object.entries(map).sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value);
}

/** Returns the auction in rows of four calls, West first; null for a place before the first call. */
export function auctionRows(pub: BoardPub): ({ call: string; index: number } | null)[][] {
  const calls = ordered(pub.calls).map((call, index) => ({ call: call as string, index }));
  const cells = [
    ...Array((pub.dealer + 1) % 4).fill(null),
    ...calls,
  ] as ({ call: string; index: number } | null)[];
  const rows = [];
  for (let at = 0; at < cells.length; at += 4) rows.push(cells.slice(at, at + 4));
  return rows;
}

/** Returns the remarks on each call that has one: whether it is alerted, and all explanations. */
export function remarksOf(
  pub: BoardPub,
  own: BridgeOwn | null,
  words: Words,
): Map<number, { alert: boolean; text: string }> {
  const found = new Map<number, { alert: boolean; text: string }>();
  for (const [key, remark] of Object.entries({ ...pub.remarks, ...own?.remarks })) {
    const index = Math.floor(Number(key) / 4), before = found.get(index);
    const all = [...Object.values(remark.earlier ?? {}), remark];
    const texts = [before?.text, ...all.map((each) => explanationText(each, words))].filter((text) => text);
    const alert = before?.alert === true || all.some((each) => each.alert);
    found.set(index, { alert, text: [...new Set(texts)].join("; ") });
  }
  return found;
}

/** Returns the number of moves at the position one trick later or earlier, or one round of the auction. */
export function trickStep(at: number, moves: number, auction: number, forward: boolean): number {
  if (forward) {
    return Math.min(moves, at < auction ? auction : auction + Math.floor((at - auction) / 4) * 4 + 4);
  }
  return at > auction ? auction + Math.floor((at - auction - 1) / 4) * 4 : 0;
}

/** The analysis of a board, as `GET /v1/games/{id}/analysis` answers. */
export interface Analysis {
  board: number | null;
  double_dummy: Record<string, Record<string, number>> | null;
  par: { score_ns: number; contracts: string[] } | null;
  cards: CardValues[];
}

/** A contract of par: its side or its declarer, its level and strain, and the rest, such as `X−1`. */
export interface ParContract {
  seats: number[];
  level: string;
  strain: string;
  rest: string;
}

/** Returns a contract as PBN writes it, such as `EW 4SX-1` or `N 3N=`; null for a text in another form. */
export function parContract(text: string): ParContract | null {
  const [, seats, level, strain, rest] = /^([NESW]+) ([1-7])([CDHSN])T?(.*)$/.exec(text) ?? [];
  if (seats === undefined || level === undefined || strain === undefined) return null;
  return {
    seats: [...seats].map((letter) => "NESW".indexOf(letter)),
    level,
    strain: strain === "N" ? "NT" : strain,
    rest: (rest ?? "").replace("-", "−"),
  };
}

interface CardValues {
  place: number;
  seat: number;
  played: string | null;
  values: Record<string, number>;
}

/**
 * Returns a text that differs whenever a table shows another board, or other moves than the recorded ones.
 *
 * Among tried moves, each position has a text of its own: a view does not tell the moves behind the shown position.
 */
export function lineKey(pub: ReplayPub): string {
  if (pub.tried == null) return String(pub.place);
  return JSON.stringify([pub.place, pub.tried, pub.moves, ordered(pub.calls), ordered(pub.plays)]);
}

/** Returns tricks as players write them beside a contract of this level, such as `=`, `+1` or `−2`. */
export function beside(tricks: number, level: number): string {
  const over = tricks - level - 6;
  return over === 0 ? "=" : over > 0 ? `+${over}` : `−${-over}`;
}

/** Returns the mark of each card that may be played at a position, such as `=`, `+1` or `−2`. */
export function marksOf(analysis: Analysis | null, pub: BoardPub): Record<string, string> {
  const level = pub.contract?.level;
  if (analysis === null || level === undefined || pub.phase === "over") return {};
  const here = analysis.cards.find((each) => each.place === Object.keys(pub.plays).length);
  const entries = Object.entries(here?.values ?? {}).map(([card, tricks]) => [card, beside(tricks, level)]);
  return Object.fromEntries(entries);
}

/** Returns the cards of a suit in runs of neighbours with the same mark, so that each mark is shown once. */
export function runsOf(
  cards: readonly string[],
  marks: Readonly<Record<string, string>>,
): { mark: string | null; cards: string[] }[] {
  const runs: { mark: string | null; cards: string[] }[] = [];
  for (const card of cards) {
    const mark = marks[card] ?? null, last = runs.at(-1);
    if (last !== undefined && last.mark === mark) last.cards.push(card);
    else runs.push({ mark, cards: [card] });
  }
  return runs;
}

export interface Costly {
  place: number;
  seat: number;
  card: string;
  tricks: number;
}

/** Returns the played cards that cost their side tricks against best play. */
export function costlyCards(analysis: Analysis, declarer: number): Costly[] {
  const found: Costly[] = [];
  for (const { place, seat, played, values } of analysis.cards) {
    const value = played === null ? undefined : values[played];
    if (played === null || value === undefined) continue;
    const all = Object.values(values), declares = seat % 2 === declarer % 2;
    const tricks = declares ? Math.max(...all) - value : value - Math.min(...all);
    if (tricks > 0) found.push({ place, seat, card: played, tricks });
  }
  return found;
}

/** Returns the number of recorded and tried moves, and the step back to the record, of a table that shows a file. */
export function lineOf(pub: LedPub): { at: number; moves: number; tried: number | null } {
  return { at: pub.at, moves: pub.moves, tried: pub.tried ?? null };
}

/**
 * Returns the action that shows another position to everybody at a table that shows a file, or null for the
 * position that is shown already.
 */
export function stepTo(
  pub: LedPub,
  at: number,
): { t: "seek"; board: number; at: number } | { t: "rewind"; at: number } | null {
  const wanted = Math.max(0, Math.min(at, pub.moves));
  if (wanted === pub.at) return null;
  if (pub.tried != null && wanted >= pub.tried) return { t: "rewind", at: wanted };
  return { t: "seek", board: pub.place, at: wanted };
}
