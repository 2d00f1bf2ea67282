/** The content of a table of Spades, made from its view: pure functions, without the page. */

import type {
  Action,
  Own,
  Pub,
  SpadesBid,
  SpadesCard,
  SpadesOwn,
  SpadesPlay,
  SpadesPub,
} from "../wire/protocol.ts";
import { type Rules, tricksOf } from "./rules.ts";

export type Suit = "S" | "H" | "D" | "C";
type Card = SpadesCard;

export function spadesPub(pub: Pub | null): SpadesPub | null {
  return pub?.game === "spades" || pub?.game === "spades_replay" ? pub as SpadesPub : null;
}

export function spadesOwn(own: Own | null): SpadesOwn | null {
  return own?.game === "spades" ? own : null;
}

export function rulesOf(pub: SpadesPub): Rules {
  return pub.rules as Rules;
}

/* Sides: partners sit opposite each other; without partners each seat is a side. */

export function sidesOf(rules: Rules): number {
  return rules.sides === "pairs" ? rules.players / 2 : rules.players;
}

export function sideOf(rules: Rules, seat: number): number {
  return seat % sidesOf(rules);
}

export function seatsOf(rules: Rules, side: number): number[] {
  const seats = [];
  for (let seat = side; seat < rules.players; seat += sidesOf(rules)) seats.push(seat);
  return seats;
}

export function partnerOf(rules: Rules, seat: number): number | null {
  return rules.sides === "pairs" ? (seat + rules.players / 2) % rules.players : null;
}

/** Returns the points by which a side is behind the best of the others; negative if it is ahead. */
export function behind(pub: SpadesPub, side: number): number {
  const points = pub.scores.map((score) => score.points ?? 0);
  const others = points.filter((_, each) => each !== side);
  return Math.max(...others) - (points[side] ?? 0);
}

/* The places of the seats around the table, clockwise, with one seat at the bottom. */

export type Place = "b" | "l" | "tl" | "t" | "tr" | "r";

const PLACES: Record<number, readonly Place[]> = {
  2: ["b", "t"],
  3: ["b", "l", "r"],
  4: ["b", "l", "t", "r"],
  5: ["b", "l", "tl", "tr", "r"],
  6: ["b", "l", "tl", "t", "tr", "r"],
};

/** Returns the seats clockwise from the bottom, each with its place. */
export function around(players: number, bottom: number): { seat: number; place: Place }[] {
  const places = PLACES[players] ?? PLACES[4] ?? [];
  return places.map((place, index) => ({ seat: (bottom + index) % players, place }));
}

/* Cards. */

const TOPS: Record<Rules["jokers"], readonly Card[]> = {
  none: [],
  jjdd: ["S2", "D2", "LJ", "BJ"],
  jja: ["LJ", "BJ"],
  jj2a: ["S2", "LJ", "BJ"],
};
const RANKS = "23456789TJQKA";

/** Returns the suit to which a card belongs in play: jokers and high twos are spades. */
export function suitInPlay(rules: Rules, card: Card): Suit {
  return (TOPS[rules.jokers] ?? []).includes(card) ? "S" : card[0] as Suit;
}

/** Returns a number that is greater for the higher of two cards of a suit. */
export function height(rules: Rules, card: Card): number {
  const top = (TOPS[rules.jokers] ?? []).indexOf(card);
  return top >= 0 ? 100 + top : RANKS.indexOf(card[1] ?? "");
}

/** Returns a hand as it is shown: spades, hearts, diamonds, clubs, each from the highest card down. */
export function sortedHand(rules: Rules, cards: readonly Card[]): Card[] {
  const order = (card: Card) => 1000 * "SHDC".indexOf(suitInPlay(rules, card)) - height(rules, card);
  return [...cards].sort((one, other) => order(one) - order(other));
}

/** Returns true for a two that is a high spade at this table, which the players should be told. */
export function isHighTwo(rules: Rules, card: Card): boolean {
  return card[1] === "2" && (TOPS[rules.jokers] ?? []).includes(card);
}

/** Returns a mark for each high two among some cards, because it stands where players do not expect a two. */
export function highMarks(rules: Rules, cards: readonly Card[]): Record<string, string> {
  return Object.fromEntries(cards.filter((card) => isHighTwo(rules, card)).map((card) => [card, "▲♠"]));
}

/* Tricks. */

/** Returns the cards of trick `number` of this hand, from 0, in the order in which they were played. */
export function trickOf(pub: SpadesPub, number: number): SpadesPlay[] {
  const players = rulesOf(pub).players;
  const plays = Array.from({ length: players }, (_, index) => pub.plays[number * players + index]);
  return plays.filter((play) => play !== undefined);
}

/** Returns the seat whose card wins a trick, or wins it so far; null without cards. */
export function winnerOf(rules: Rules, trick: readonly SpadesPlay[]): number | null {
  const [lead] = trick;
  if (lead === undefined) return null;
  const led = suitInPlay(rules, lead.card);
  const worth = (play: SpadesPlay) => {
    const suit = suitInPlay(rules, play.card);
    return suit === "S" ? 1000 + height(rules, play.card) : suit === led ? height(rules, play.card) : -1;
  };
  return trick.reduce((best, play) => worth(play) > worth(best) ? play : best).seat;
}

export interface Middle {
  /** The cards in the middle: those of the present trick, or the last trick until the next card is led. */
  trick: SpadesPlay[];
  /** True if the cards are a whole trick that has just been won. */
  isWhole: boolean;
  /** The seat that has won a whole trick. */
  winner: number | null;
}

/** Returns the card of an action that the server has not stored yet, as it lies on the table; null for none. */
export function pendingPlay(action: Action | null, pub: SpadesPub): SpadesPlay | null {
  return action?.t === "play" && pub.phase === "play" && pub.turn != null
    ? { seat: pub.turn, card: action.card as SpadesCard }
    : null;
}

/** Returns the bid of a seat that the server has not stored yet, null for none. */
export function pendingBid(action: Action | null, pub: SpadesPub, seat: number): SpadesBid | null {
  return action?.t === "bid" && pub.phase === "bidding" && pub.turn === seat ? action.bid : null;
}

/** Returns what lies in the middle of the table. A card that is not stored yet decides nothing. */
export function middle(pub: SpadesPub, pending: SpadesPlay | null = null): Middle {
  const rules = rulesOf(pub), count = Object.keys(pub.plays).length;
  const whole = Math.floor(count / rules.players), rest = count % rules.players;
  if (rest > 0 || pending !== null) {
    const trick = [...rest > 0 ? trickOf(pub, whole) : [], ...pending === null ? [] : [pending]];
    return { trick, isWhole: false, winner: null };
  }
  const trick = whole > 0 ? trickOf(pub, whole - 1) : [];
  return { trick, isWhole: whole > 0, winner: winnerOf(rules, trick) };
}

/** Returns the last whole trick that does not lie in the middle any more, or the one that does; null for none. */
export function lastTrick(pub: SpadesPub): { number: number; trick: SpadesPlay[]; winner: number } | null {
  const rules = rulesOf(pub), whole = Math.floor(Object.keys(pub.plays).length / rules.players);
  const trick = whole > 0 ? trickOf(pub, whole - 1) : [], winner = winnerOf(rules, trick);
  return winner === null ? null : { number: whole, trick, winner };
}

/* Bids. */

export type BidState =
  | { t: "none" }
  /** The player may still bid blind, and has not looked at the hand. */
  | { t: "not_looked" }
  | { t: "looked" }
  /** The player draws cards, and has kept this many. */
  | { t: "drawing"; kept: number }
  | {
    t: "bid";
    bid: SpadesBid;
    /** The tricks of the player; those of both partners if the bid is their total. */
    won: number;
    isPlaying: boolean;
    /** True if the number is the total of both partners. */
    isTotal: boolean;
    /** True if partner has stated the total, so that this number counts no more. */
    isFirst: boolean;
  };

/** Returns the order in which the seats bid. */
export function biddingOrder(pub: SpadesPub): number[] {
  const { players } = rulesOf(pub);
  return Array.from({ length: players }, (_, index) => (pub.dealer + 1 + index) % players);
}

/** Returns true if the number that a seat bids is the total of its side, because partner bid a number before. */
export function statesTotal(pub: SpadesPub, seat: number | null): boolean {
  if (seat === null) return false;
  const rules = rulesOf(pub), partner = partnerOf(rules, seat);
  if (rules.team_bid !== "second" || partner === null) return false;
  const order = biddingOrder(pub), first = pub.bids[partner];
  return order.indexOf(partner) < order.indexOf(seat) && first !== undefined && !first.nil;
}

/** Returns what a seat has bid and won, or what it does before its bid. */
export function bidState(pub: SpadesPub, seat: number): BidState {
  const bid = pub.bids[seat];
  if (bid !== undefined) {
    const rules = rulesOf(pub), partner = partnerOf(rules, seat);
    const isPlaying = pub.phase === "play" || pub.phase === "over";
    const isTotal = !bid.nil && statesTotal(pub, seat);
    const partners = pub.bids[partner ?? -1];
    const isFirst = partners !== undefined && !partners.nil && statesTotal(pub, partner);
    const won = isTotal ? tricksOfSide(pub, sideOf(rules, seat)) : pub.tricks[seat] ?? 0;
    return { t: "bid", bid, won, isPlaying, isTotal, isFirst };
  }
  if (pub.phase === "draw") return { t: "drawing", kept: pub.drawn?.[seat] ?? 0 };
  if (pub.blind?.includes(seat)) return { t: "not_looked" };
  return pub.revealed[seat] && pub.phase === "bidding" ? { t: "looked" } : { t: "none" };
}

/** The bids that a player may make now, by kind; the server names each of them. */
export interface BidChoices {
  numbers: SpadesBid[];
  nil: SpadesBid | null;
  blindNumbers: SpadesBid[];
  blindNil: SpadesBid | null;
}

export function bidChoices(own: SpadesOwn | null): BidChoices {
  const bids = own?.bids ?? [];
  return {
    numbers: bids.filter((bid) => !bid.nil && !bid.blind),
    nil: bids.find((bid) => bid.nil && !bid.blind) ?? null,
    blindNumbers: bids.filter((bid) => !bid.nil && bid.blind),
    blindNil: bids.find((bid) => bid.nil && bid.blind) ?? null,
  };
}

/** The next task of the player at the page; the page shows it above the hand. */
export type Task =
  | { t: "none" }
  /** The hand is face down: look at it, or bid blind. */
  | { t: "face_down" }
  | { t: "bid" }
  | { t: "pass"; count: number; to: number; returning: boolean }
  | { t: "keep"; drawn: readonly Card[] }
  | { t: "play"; leads: boolean };

export function taskOf(pub: SpadesPub, own: SpadesOwn | null): Task {
  if (own === null || own.seat == null) return { t: "none" };
  if (pub.phase === "bidding" && own.hand == null && own.may?.includes("reveal")) return { t: "face_down" };
  if (own.bids != null) return { t: "bid" };
  if (own.passing != null && pub.exchange != null) {
    return { t: "pass", count: own.passing, to: pub.exchange.to, returning: pub.exchange.returning };
  }
  if (own.drawn != null) return { t: "keep", drawn: own.drawn };
  if (own.cards != null) {
    return { t: "play", leads: Object.keys(pub.plays).length % rulesOf(pub).players === 0 };
  }
  return { t: "none" };
}

/** Returns the tricks that a side has won in this hand. */
export function tricksOfSide(pub: SpadesPub, side: number): number {
  return seatsOf(rulesOf(pub), side).reduce((sum, seat) => sum + (pub.tricks[seat] ?? 0), 0);
}

/** Returns the number of tricks of a hand that no side has bid; negative if more are bid than there are. */
export function unbid(pub: SpadesPub): number | null {
  const rules = rulesOf(pub);
  if (Object.keys(pub.bids).length < rules.players) return null;
  return tricksOf(rules) - (pub.numbers ?? []).reduce<number>((sum, number) => sum + (number ?? 0), 0);
}
