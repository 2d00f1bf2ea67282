/** The advice for a beginner at a board of bridge, from what the player sees: pure functions. */

import type { BridgeCall, BridgeContract, BridgeVulnerability, Card } from "../wire/protocol.ts";
import {
  type Board,
  CARDS,
  dummyOf,
  heightOf,
  highCardPoints,
  isVulnerable,
  ofSuit,
  type OwnBoard,
  partnerOf,
  type Seat,
  sideOf,
  type Strain,
  type Suit,
  suitOf,
  trumpsOf,
} from "./model.ts";

/** A call, and why it is good. `sum` counts the points that both partners have at least. */
export type CallAdvice =
  | { why: "open"; call: BridgeCall; points: number; suit: Suit; length: number }
  | { why: "game"; call: BridgeCall; points: number; sum: number; suit: Suit }
  | { why: "weak" | "enough"; call: BridgeCall; points: number };

/** The reasons for a card. */
export type CardReason =
  | "only"
  | "trumps"
  | "winner"
  | "toWinner"
  | "lastTrumps"
  | "leadLow"
  | "low"
  | "cheap"
  | "high"
  | "ruff"
  | "discard";
export interface CardAdvice {
  why: CardReason;
  card: Card;
  /** The number of trumps that the opponents still have. */
  out: number;
}

/** The points with which a player opens, and those of both partners with which they bid a game. */
const OPENING = 12, GAME = 25;
/** The points that a raise of partner's suit promises at least, by its level. */
const RAISE: Record<number, number> = { 2: 6, 3: 10, 4: 13 };

/** Returns a call for a hand; `calls` are those of the auction with their seats. */
export function callAdvice(
  seat: Seat,
  hand: readonly Card[],
  calls: readonly { seat: number; call: BridgeCall }[],
  legal: readonly BridgeCall[],
): CallAdvice {
  const points = highCardPoints(hand);
  const bidsOf = (who: number) => calls.filter((each) => each.seat === who && /^\d/.test(each.call));
  const mine = bidsOf(seat)[0], partners = bidsOf(partnerOf(seat)).at(-1);
  const majors = (["S", "H"] as const).map((suit) => ({ suit, length: ofSuit(hand, suit).length }));
  const [longest] = majors.sort((one, other) => other.length - one.length);
  if (mine === undefined && partners === undefined && longest !== undefined) {
    const call = `1${longest.suit}` as BridgeCall;
    if (points >= OPENING && longest.length >= 5 && legal.includes(call)) {
      return { why: "open", call, points, suit: longest.suit, length: longest.length };
    }
    return { why: "weak", call: "P", points };
  }
  const suit = mine?.call.slice(1) as Strain | undefined;
  if ((suit === "S" || suit === "H") && partners?.call.slice(1) === suit) {
    const sum = points + (RAISE[Number(partners.call[0])] ?? 0), call = `4${suit}` as BridgeCall;
    if (sum >= GAME && legal.includes(call)) return { why: "game", call, points, sum, suit };
  }
  return { why: "enough", call: "P", points };
}

/** Returns a card of the hand that must play, for its declarer or a defender; null while the player must not play. */
export function cardAdvice(pub: Board, own: OwnBoard): CardAdvice | null {
  const legal = "cards" in own ? own.cards ?? [] : [], { turn, contract } = pub, seat = own.seat;
  if (legal.length === 0 || turn == null || seat == null || contract == null) return null;
  const dummy = dummyOf(pub), trumps = trumpsOf(contract);
  const plays = Object.entries(pub.plays).sort(([a], [b]) => Number(a) - Number(b)).map(([, play]) => play);
  const mine = own.hand ?? [], shown = pub.dummy ?? [];
  const gone = new Set<Card>([...plays.map((play) => play.card), ...mine, ...shown]);
  const unseen = CARDS.filter((card) => !gone.has(card));
  const out = trumps === null ? 0 : ofSuit(unseen, trumps).length;
  const isDeclarer = sideOf(contract.declarer) === sideOf(seat);
  const here = turn === dummy ? shown : mine, other = isDeclarer ? (turn === dummy ? mine : shown) : [];
  const trick = plays.slice(plays.length - plays.length % 4);
  const isTop = (card: Card) => ofSuit(unseen, suitOf(card)).every((each) => heightOf(each) < heightOf(card));
  const advise = (why: CardReason, card: Card): CardAdvice => ({ why, card, out });
  const [first] = legal;
  if (first !== undefined && legal.length === 1) return advise("only", first);
  const cheap = leastOf(legal, trumps, isTop);
  const led = trick[0];
  if (led === undefined) {
    const plain = legal.filter((card) => suitOf(card) !== trumps),
      own = trumps === null ? [] : ofSuit(legal, trumps);
    const [trump] = own;
    if (isDeclarer && out > 0 && trump !== undefined && isTop(trump)) return advise("trumps", trump);
    const winner = plain.find(isTop);
    if (winner !== undefined) return advise("winner", winner);
    const low = plain.filter((card) => ofSuit(other, suitOf(card)).some(isTop)).at(-1);
    if (low !== undefined) return advise("toWinner", ofSuit(here, suitOf(low)).at(-1) ?? low);
    if (isDeclarer && trump !== undefined) return advise("lastTrumps", trump);
    return advise("leadLow", cheap);
  }
  const best = trick.reduce((one, next) => beats(next.card, one.card, trumps) ? next : one);
  const ours = sideOf(best.seat) === sideOf(turn), isLast = trick.length === 3;
  const suit = suitOf(led.card), following = ofSuit(legal, suit);
  if (following.length === 0) {
    const ruffs = ours || trumps === null
      ? []
      : ofSuit(legal, trumps).filter((card) => beats(card, best.card, trumps));
    const ruff = ruffs.at(-1);
    return ruff === undefined ? advise("discard", cheap) : advise("ruff", ruff);
  }
  const low = following.at(-1) ?? cheap, winning = following.filter((card) => beats(card, best.card, trumps));
  const cheapest = winning.at(-1), top = winning[0];
  if (ours && (isLast || isTop(best.card))) return advise("low", low);
  if (!ours && isLast) return cheapest === undefined ? advise("low", low) : advise("cheap", cheapest);
  if (top !== undefined && isTop(top)) return advise("high", winning.filter(isTop).at(-1) ?? top);
  return trick.length === 2 && !ours && top !== undefined ? advise("high", top) : advise("low", low);
}

/** Returns the card that a hand misses least: no winner, no trump, and then the lowest. */
function leastOf(cards: readonly Card[], trumps: Suit | null, isTop: (card: Card) => boolean): Card {
  const loss = (card: Card) => heightOf(card) + (isTop(card) ? 20 : 0) + (suitOf(card) === trumps ? 40 : 0);
  return cards.reduce((one, next) => loss(next) < loss(one) ? next : one);
}

/** Returns true if a card wins over the card that has been winning the trick. */
function beats(card: Card, best: Card, trumps: Suit | null): boolean {
  if (suitOf(card) === suitOf(best)) return heightOf(card) > heightOf(best);
  return suitOf(card) === trumps;
}

/** A line of the score of a board that was not doubled, and the points that it brings to declarer's side. */
export type ScoreLine =
  | { t: "tricks"; count: number; each: number; points: number }
  | { t: "partscore" | "game" | "slam"; points: number }
  | { t: "overtricks" | "down"; count: number; points: number };

/** Returns the score of a contract line by line; null for a doubled one. `tricks` are those that declarer won. */
export function scoreLines(
  contract: BridgeContract,
  tricks: number,
  vulnerable: BridgeVulnerability,
): ScoreLine[] | null {
  const { level, strain } = contract, over = tricks - level - 6;
  if ((contract.doubled ?? 1) !== 1) return null;
  const isRed = isVulnerable(vulnerable, contract.declarer);
  if (over < 0) return [{ t: "down", count: -over, points: over * (isRed ? 100 : 50) }];
  const each = strain === "C" || strain === "D" ? 20 : 30, bid = level * each + (strain === "NT" ? 10 : 0);
  const lines: ScoreLine[] = [{ t: "tricks", count: level, each, points: bid }];
  lines.push(bid < 100 ? { t: "partscore", points: 50 } : { t: "game", points: isRed ? 500 : 300 });
  if (level >= 6) lines.push({ t: "slam", points: (isRed ? 750 : 500) * (level - 5) });
  if (over > 0) lines.push({ t: "overtricks", count: over, points: over * each });
  return lines;
}
