/** The content of a table of Hanabi, made from its view: pure functions, without the page. */

import type {
  HanabiCard,
  HanabiCharacter,
  HanabiGiven,
  HanabiOwn,
  HanabiPub,
  HanabiReplayOwn,
  HanabiReplayPub,
  HanabiVariant,
} from "../wire/protocol.ts";
import {
  bestOfPiles,
  type Clue,
  copies,
  inSet,
  kinds,
  neededRanks,
  nextRanks,
  perfect,
  ranksOf,
  stackSize,
  total,
  touches,
} from "./variant.ts";

/** The public half of a live table or of a replay. */
export type HanabiTable = HanabiPub | HanabiReplayPub;
export type HanabiHalf = HanabiOwn | HanabiReplayOwn;

const CONTRARIAN = 27, QUACKER = 34;
export const TOKENS = 8, STRIKES = 3;

/** The facts about one kind of card: how many copies there are, and where. */
export interface Kind {
  card: HanabiCard;
  copies: number;
  played: number;
  discarded: number;
  /** True if a copy may still be played, now or later. */
  needed: boolean;
  /** True if it fits on a pile now. */
  playable: boolean;
  /** True if the last copy is left, and the best possible score falls if that copy is discarded. */
  critical: boolean;
}

export interface CardShown {
  order: number;
  slot: number;
  newest: boolean;
  oldest: boolean;
  /** The suit and the rank, null where the viewer does not see them. */
  card: HanabiCard | null;
  /** The knowledge that the card's player has by clues: each kind of card that it can be. */
  possible: HanabiCard[];
  suits: number[];
  ranks: number[];
  /** True if clues have told the card's player anything about it. */
  told: boolean;
  /** The clues that touched it. */
  clues: HanabiGiven[];
  kind: Kind | null;
}

export interface HandShown {
  seat: number;
  /** The cards by slot: the newest first. */
  cards: CardShown[];
  onTurn: boolean;
  /** True if the viewer sees this hand as its player does, face down. */
  own: boolean;
  character: HanabiCharacter | null;
}

export interface PileShown {
  suit: number;
  /** The ranks on the pile in the order of play, null where piles are hidden. */
  ranks: number[] | null;
  direction: "up" | "down" | "undecided" | "finished";
  /** The ranks that fit now. */
  next: number[];
  /** The number of cards that the pile can have at the end. */
  best: number;
}

export interface Position {
  variant: HanabiVariant;
  hands: HandShown[];
  piles: PileShown[];
  kinds: Kind[];
  /** The discarded and misplayed cards, sorted by suit and rank. */
  discards: { order: number; card: HanabiCard; misplayed: boolean }[];
  pace: Pace | null;
  efficiency: Efficiency;
  /** The number of turns left once the deck is empty, null before. */
  turnsLeft: number | null;
  /** The cards that the last move concerned. */
  last: ReadonlySet<number>;
}

/** Returns the score of a game: that of its result once it is over; null while it is not known. */
export function scoreOf(pub: HanabiTable): number | null {
  return pub.result?.score ?? pub.score ?? null;
}

/** The number of discards that still allow a perfect score, as at Hanabi Live, and how dangerous that is. */
export interface Pace {
  value: number;
  risk: "low" | "medium" | "high" | "zero";
}

/** The cards that a clue has gained so far, and the cards that each further clue must gain for the best score. */
export interface Efficiency {
  now: number | null;
  needed: number | null;
}

/** Returns the cards that a view shows, by their numbers in the deck. `eyes` hides the hand of a seat. */
export function seenCards(
  pub: HanabiTable,
  own: HanabiHalf | null,
  eyes: number | null = null,
): Map<number, HanabiCard> {
  const seen = new Map<number, HanabiCard>();
  pub.deck?.forEach((card, order) => seen.set(order, card));
  for (const [order, card] of Object.entries({ ...pub.cards, ...own?.cards })) seen.set(Number(order), card);
  if (eyes !== null && pub.phase !== "over") {
    for (const order of pub.hands[eyes] ?? []) seen.delete(order);
  }
  return seen;
}

function isQuacker(pub: HanabiTable, seat: number): boolean {
  return pub.characters?.[seat]?.id === QUACKER;
}

/** Returns the sound of a clue whose value its receiver does not hear, null for a clue in plain words. */
export function soundOf(pub: HanabiTable, given: HanabiGiven): "moo" | "oink" | "quack" | null {
  if (pub.variant.quack || isQuacker(pub, given.giver)) return "quack";
  if (pub.variant.moo) return given.color == null ? "oink" : "moo";
  return null;
}

/** Returns true if the player of a seat knows the value of every clue that the player has received. */
function isTold(pub: HanabiTable, seat: number): boolean {
  if (pub.variant.moo || pub.variant.quack) return false;
  return !Object.values(pub.given).some((given) => given.to === seat && isQuacker(pub, given.giver));
}

/** Returns everything that the table shows. `eyes` is the seat from which a replay is seen, null for all hands. */
export function position(
  pub: HanabiTable,
  own: HanabiHalf | null,
  { eyes = null, mine = null }: { eyes?: number | null; mine?: number | null } = {},
): Position {
  const { variant } = pub;
  const seen = seenCards(pub, own, eyes);
  const facts = kindsOf(pub);
  const of = (card: HanabiCard) =>
    facts.find((kind) => kind.card.suit === card.suit && kind.card.rank === card.rank) ?? null;
  const given = Object.entries(pub.given).sort(([one], [other]) => Number(one) - Number(other)).map(([, g]) =>
    g
  );
  const hands = Array.from({ length: pub.hands.length || (pub.options.players ?? 3) }, (_, seat) => {
    const hand = pub.hands[seat] ?? [], told = isTold(pub, seat);
    const cards = hand.map((order, index): CardShown => {
      const set = pub.possible[order];
      const all = facts.map((kind) => kind.card);
      const possible = told && set !== undefined ? all.filter((card) => inSet(set, card)) : all;
      const card = seen.get(order) ?? null;
      return {
        order,
        slot: hand.length - index,
        newest: index === hand.length - 1,
        oldest: index === 0,
        card,
        possible,
        suits: [...new Set(possible.map((each) => each.suit))],
        ranks: ranksOf(variant).filter((rank) => possible.some((each) => each.rank === rank)),
        told: possible.length < all.length,
        clues: given.filter((clue) => clue.cards.includes(order)),
        kind: card === null ? null : of(card),
      };
    }).reverse();
    return {
      seat,
      cards,
      onTurn: pub.turn === seat,
      own: seat === mine || seat === eyes,
      character: pub.characters?.[seat] ?? null,
    };
  });
  return {
    variant,
    hands,
    piles: pilesOf(pub),
    kinds: facts,
    discards: Object.entries(pub.fates).filter(([order, fate]) => fate.how !== "played" && pub.cards[order])
      .map(([order, fate]) => ({
        order: Number(order),
        card: pub.cards[order] ?? { suit: 0, rank: 1 },
        misplayed: fate.how === "misplayed",
      }))
      .sort((one, other) => one.card.suit - other.card.suit || one.card.rank - other.card.rank),
    pace: paceOf(pub),
    efficiency: efficiencyOf(pub, hands),
    turnsLeft: pub.end_turn == null || pub.phase !== "play" ? null : pub.end_turn - pub.turns,
    last: lastCards(pub),
  };
}

/** Returns the ranks on each pile; empty piles where they are hidden. */
function pileRanks(pub: HanabiTable): number[][] {
  return pub.variant.suits.map((_, suit) =>
    (pub.piles?.[suit] ?? []).map((order) => pub.cards[order]?.rank ?? pub.deck?.[order]?.rank ?? 0)
  );
}

/** Returns how many copies of each kind of card a view shows with a fate: suits by ranks. */
function countsOf(pub: HanabiTable, played: boolean): (card: HanabiCard) => number {
  const counts = new Map<number, number>();
  for (const [order, fate] of Object.entries(pub.fates)) {
    const card = pub.cards[order];
    if (card === undefined || (fate.how === "played") !== played) continue;
    const key = 8 * card.suit + card.rank;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return ({ suit, rank }) => counts.get(8 * suit + rank) ?? 0;
}

/** Returns the facts about each kind of card, suit by suit. */
export function kindsOf(pub: HanabiTable): Kind[] {
  const { variant } = pub;
  const gone = countsOf(pub, false), played = countsOf(pub, true), piles = pileRanks(pub);
  const hidden = pub.piles == null;
  const alive = (suit: number, rank: number) => gone({ suit, rank }) < copies(variant, { suit, rank });
  const best = total(bestOfPiles(variant, piles, alive));
  const needed = variant.suits.map((_, suit) => neededRanks(variant, piles, suit, alive));
  const next = variant.suits.map((_, suit) => nextRanks(variant, piles, suit));
  return kinds(variant).map((card) => {
    const number = copies(variant, card), discarded = gone(card);
    const isNeeded = needed[card.suit]?.has(card.rank) ?? false;
    const isCritical = isNeeded && number - discarded === 1 &&
      total(
          bestOfPiles(
            variant,
            piles,
            (suit, rank) => alive(suit, rank) && (suit !== card.suit || rank !== card.rank),
          ),
        ) < best;
    return {
      card,
      copies: number,
      played: played(card),
      discarded,
      needed: isNeeded,
      playable: !hidden && isNeeded && (next[card.suit]?.includes(card.rank) ?? false),
      critical: isCritical,
    };
  });
}

function pilesOf(pub: HanabiTable): PileShown[] {
  const { variant } = pub, ranks = pileRanks(pub), gone = countsOf(pub, false);
  const best = bestOfPiles(
    variant,
    ranks,
    (suit, rank) => gone({ suit, rank }) < copies(variant, { suit, rank }),
  );
  return variant.suits.map((suit, index) => ({
    suit: index,
    ranks: pub.piles == null ? null : ranks[index] ?? [],
    direction: pub.directions?.[index] ?? (suit.reversed ? "down" : "up"),
    next: nextRanks(variant, ranks, index),
    best: best[index] ?? 0,
  }));
}

/** Returns the number of turns after the last card is drawn. */
function endGame(pub: HanabiTable): number {
  const contrary = pub.characters?.some((character) => character.id === CONTRARIAN) ?? false;
  return contrary ? 2 : pub.options.players ?? pub.hands.length;
}

/** Returns the pace: the score, plus the deck, plus a turn of each player, minus the best possible score. */
export function paceOf(pub: HanabiTable): Pace | null {
  if (pub.score == null || pub.best == null || pub.phase !== "play" || pub.left === 0) return null;
  if (pub.options.all_or_nothing) return null;
  const players = pub.options.players ?? pub.hands.length;
  const value = pub.score + pub.left + endGame(pub) - pub.best;
  const risk = value <= 0
    ? "zero"
    : value < players - Math.floor(players / 2)
    ? "high"
    : value < players
    ? "medium"
    : "low";
  return { value, risk };
}

/** Returns the efficiency so far and the one that is needed for the best possible score. */
export function efficiencyOf(pub: HanabiTable, hands: readonly HandShown[]): Efficiency {
  if (pub.score == null || pub.best == null || pub.phase === "deal") return { now: null, needed: null };
  const worth = pub.variant.half_clues ? .5 : 1;
  const spent = Object.keys(pub.given).length + (pub.strikes ?? 0) * worth;
  const gained = pub.score + cluedCards(hands);
  const left = cluesLeft(pub, worth);
  return {
    now: spent === 0 ? null : gained / spent,
    needed: left === null || pub.phase !== "play"
      ? null
      : pub.best <= gained
      ? 0
      : left <= 0
      ? Infinity
      : (pub.best - gained) / left,
  };
}

/** Returns the number of cards in hands that clues have touched and that may still be played; equal cards count once. */
function cluedCards(hands: readonly HandShown[]): number {
  const known = new Set<number>();
  let unknown = 0;
  for (const card of hands.flatMap((hand) => hand.cards)) {
    if (card.clues.length === 0) continue;
    if (card.kind === null) unknown++;
    else if (card.kind.needed) known.add(8 * card.kind.card.suit + card.kind.card.rank);
  }
  return known.size + unknown;
}

/**
 * Returns the number of clues that the players can still give if they reach the best possible score: the tokens,
 * a token for each discard that the pace allows, and one for each suit finished before the last round.
 */
function cluesLeft(pub: HanabiTable, worth: number): number | null {
  if (pub.score == null || pub.best == null || pub.left === 0 || pub.options.all_or_nothing) return null;
  const pace = pub.score + pub.left + endGame(pub) - pub.best;
  const size = stackSize(pub.variant);
  const missing = pilesOf(pub).filter((pile) => pile.best === size && (pile.ranks?.length ?? size) < size)
    .map((pile) => size - (pile.ranks?.length ?? 0)).sort((one, other) => one - other);
  const lost = pub.best - pub.score;
  let early = lost - Math.min(lost, endGame(pub)), finished = 0;
  for (const cards of missing) {
    early -= cards;
    if (early >= 0) finished++;
  }
  return Math.floor(pub.clues + (Math.max(0, pace) + finished) * worth);
}

function lastCards(pub: HanabiTable): ReadonlySet<number> {
  const last = pub.last;
  if (last?.t === "moved") return new Set(last.drawn == null ? [last.card] : [last.card, last.drawn]);
  if (last?.t === "clued") return new Set(pub.given[last.number]?.cards ?? []);
  return new Set();
}

/** Returns the cards of a hand that a clue would touch; cards that the viewer does not see are left out. */
export function touchedBy(shown: Position, clue: Clue): Set<number> {
  const hand = shown.hands[clue.to];
  return new Set(
    hand?.cards.filter((each) => each.card !== null && touches(shown.variant, clue, each.card))
      .map((each) => each.order),
  );
}

/** Returns the number of votes that end the game: half of the players, and at least two. */
export function votesNeeded(pub: HanabiTable): number {
  return Math.max(2, Math.floor(((pub.options.players ?? pub.hands.length) + 1) / 2));
}

/** Returns true if the player who holds a card can tell that it fits on no pile, whatever it is. */
export function surelyMisplayed(shown: Position, card: CardShown): boolean {
  if (shown.piles.some((pile) => pile.ranks === null)) return false;
  return card.possible.every((each) =>
    !shown.kinds.some((kind) => kind.playable && kind.card.suit === each.suit && kind.card.rank === each.rank)
  );
}

/** Returns true if the player who holds a card can tell that it is needed and that no other copy is left. */
export function surelyCritical(shown: Position, card: CardShown): boolean {
  return card.possible.every((each) =>
    shown.kinds.some((kind) => kind.critical && kind.card.suit === each.suit && kind.card.rank === each.rank)
  );
}

export function samePerfect(pub: HanabiTable): boolean {
  return pub.best === perfect(pub.variant);
}
