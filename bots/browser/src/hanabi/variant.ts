/** The rules of a variant that the page needs to show cards, clues and piles: pure functions. */

import type {
  HanabiCard,
  HanabiColorClue,
  HanabiRankClue,
  HanabiSuit,
  HanabiVariant,
} from "../wire/protocol.ts";

/** The rank of a START card, in variants that go up or down. */
export const START = 7;
export type Clue = HanabiColorClue | HanabiRankClue;
/** The ranks on a pile, in the order in which they were played. */
export type Pile = readonly number[];

/** Returns the ranks that a rank clue can name. */
export function clueRanks(variant: HanabiVariant): readonly number[] {
  return variant.ranks ?? [1, 2, 3, 4, 5];
}

export function stackSize(variant: HanabiVariant): number {
  return variant.stack ?? 5;
}

/** Returns the score of a game without a fault. */
export function perfect(variant: HanabiVariant): number {
  return variant.suits.length * stackSize(variant);
}

/** Returns all ranks of the variant's cards in the order in which they are shown: START stands first. */
export function ranksOf(variant: HanabiVariant): number[] {
  const ranks = Array.from({ length: stackSize(variant) }, (_, index) => index + 1);
  return variant.up_or_down ? [START, ...ranks] : ranks;
}

/** Returns the number of copies of a card in the deck. */
export function copies(variant: HanabiVariant, { suit, rank }: HanabiCard): number {
  const of = variant.suits[suit];
  if (of?.single || rank === START || rank === variant.single_rank) return 1;
  if (variant.sudoku) return 2;
  const [first, last] = of?.reversed ? [5, 1] : [1, 5];
  if (rank === first) return variant.up_or_down ? 1 : variant.scarce_ones ? 2 : 3;
  return rank === last ? 1 : 2;
}

/** Returns each kind of card of the variant once, suit by suit. */
export function kinds(variant: HanabiVariant): HanabiCard[] {
  return variant.suits.flatMap((_, suit) => ranksOf(variant).map((rank) => ({ suit, rank })));
}

export function deckSize(variant: HanabiVariant): number {
  return kinds(variant).reduce((sum, card) => sum + copies(variant, card), 0);
}

/** Returns true if a set of cards, as the protocol sends it, has a card. The sets have up to 48 bits. */
export function inSet(set: number, { suit, rank }: HanabiCard): boolean {
  return Math.floor(set / 2 ** (8 * suit + rank)) % 2 === 1;
}

/** Returns true if a clue touches a card. Rules of a suit come before rules of a rank. */
export function touches(variant: HanabiVariant, clue: Clue, card: HanabiCard): boolean {
  return clue.t === "color" ? colorTouches(variant, clue.color, card) : rankTouches(variant, clue.rank, card);
}

function colorTouches(variant: HanabiVariant, color: number, card: HanabiCard): boolean {
  const suit = variant.suits[card.suit], special = variant.special;
  if (suit === undefined || variant.blind_colors) return false;
  if (suit.by_color === "all") return true;
  if (suit.by_color === "none") return false;
  if (variant.synesthesia && suit.by_rank !== "none" && colorOfRank(variant, card.rank) === color) {
    return true;
  }
  if (special?.rank === card.rank && special.by_color === "all") return true;
  if (special?.rank === card.rank && special.by_color === "none") return false;
  if (suit.prism) return colorOfRank(variant, card.rank) === color;
  return suit.colors?.includes(variant.colors[color] ?? "") ?? false;
}

function colorOfRank(variant: HanabiVariant, rank: number): number {
  const colors = variant.colors.length;
  return rank === START ? colors - 1 : (rank - 1) % colors;
}

function rankTouches(variant: HanabiVariant, rank: number, card: HanabiCard): boolean {
  const suit = variant.suits[card.suit], special = variant.special;
  if (suit === undefined || variant.blind_ranks) return false;
  if (suit.by_rank === "all") return true;
  if (suit.by_rank === "none") return false;
  if (special?.rank === card.rank) {
    if (special.by_rank === "all") return true;
    if (special.by_rank === "none") return false;
    if (special.deceptive) return rank === clueRanks(variant)[card.suit % clueRanks(variant).length];
  }
  switch (variant.touch ?? "equal") {
    case "equal":
      return rank === card.rank;
    case "odd_even":
      return card.rank !== START && card.rank % 2 === rank % 2;
    case "up_to":
      return card.rank <= rank;
    case "from":
      return card.rank >= rank;
  }
}

/** Returns the ranks that can be played next on the pile of a suit, none for a finished pile. */
export function nextRanks(variant: HanabiVariant, piles: readonly Pile[], suit: number): number[] {
  const pile = piles[suit] ?? [], last = pile.at(-1), size = stackSize(variant);
  if (pile.length === size) return [];
  if (variant.sudoku) {
    if (last !== undefined) return [last % size + 1];
    return ranksOf(variant).filter((rank) => piles.every((other) => other[0] !== rank));
  }
  if (variant.up_or_down) {
    if (last === undefined) return [START, 1, 5];
    if (pile.length > 1) return [last + (pile[1] === 2 ? 1 : -1)];
    return last === START ? [2, 4] : last === 1 ? [2] : [4];
  }
  return [variant.suits[suit]?.reversed ? 5 - pile.length : pile.length + 1];
}

type Alive = (suit: number, rank: number) => boolean;
const UP = [1, 2, 3, 4, 5], DOWN = [5, 4, 3, 2, 1];

/** Returns the ranks that may still be played on a pile, now or later, in one of its possible directions. */
export function neededRanks(
  variant: HanabiVariant,
  piles: readonly Pile[],
  suit: number,
  alive: Alive,
): ReadonlySet<number> {
  const pile = piles[suit] ?? [], size = stackSize(variant);
  if (pile.length === size) return new Set();
  if (variant.sudoku) {
    if (pile.length === 0) return new Set(ranksOf(variant).filter((rank) => alive(suit, rank)));
    const order = cycle(pile[0] ?? 1, size);
    return new Set(run(suit, order.slice(pile.length), alive));
  }
  const needed: number[] = [];
  for (const ranks of walks(variant, pile, suit)) {
    if (pile.length > 0) needed.push(...run(suit, ranks.slice(pile.length), alive));
    else {
      const firsts = [ranks[0] ?? 1, ...(variant.up_or_down ? [START] : [])].filter((rank) =>
        alive(suit, rank)
      );
      if (firsts.length > 0) needed.push(...firsts, ...run(suit, ranks.slice(1), alive));
    }
  }
  return new Set(needed);
}

/** Returns the orders of ranks in which a pile can still grow. */
function walks(variant: HanabiVariant, pile: Pile, suit: number): number[][] {
  if (!variant.up_or_down) return [variant.suits[suit]?.reversed ? DOWN : UP];
  if (pile.length === 0 || (pile.length === 1 && pile[0] === START)) return [UP, DOWN];
  return [pile[0] === 1 || pile[1] === 2 ? UP : DOWN];
}

function cycle(start: number, size: number): number[] {
  return Array.from({ length: size }, (_, index) => (start - 1 + index) % size + 1);
}

/** Returns the ranks up to the first that has no copy left. */
function run(suit: number, ranks: readonly number[], alive: Alive): number[] {
  const end = ranks.findIndex((rank) => !alive(suit, rank));
  return end < 0 ? [...ranks] : ranks.slice(0, end);
}

/** Returns the most cards that each pile can still have at the end; for Sudoku, of the best order of starts. */
export function bestOfPiles(variant: HanabiVariant, piles: readonly Pile[], alive: Alive): number[] {
  const size = stackSize(variant);
  if (!variant.sudoku) {
    return variant.suits.map((_, suit) => {
      const pile = piles[suit] ?? [];
      if (pile.length === size) return size;
      return Math.max(
        ...walks(variant, pile, suit).map((ranks) => {
          const first = alive(suit, ranks[0] ?? 1) || (variant.up_or_down && alive(suit, START));
          return first ? 1 + run(suit, ranks.slice(1), alive).length : 0;
        }),
      );
    });
  }
  const reach = (suit: number, start: number) => run(suit, cycle(start, size), alive).length;
  const starts = piles.map((pile) => pile[0]);
  const free = ranksOf(variant).filter((rank) => !starts.includes(rank));
  let best: number[] = [];
  function assign(suit: number, left: readonly number[], chosen: number[]): void {
    if (suit === variant.suits.length) {
      if (best.length === 0 || total(chosen) > total(best)) best = chosen;
      return;
    }
    const start = starts[suit];
    if (start !== undefined) return assign(suit + 1, left, [...chosen, reach(suit, start)]);
    for (const rank of left) {
      assign(suit + 1, left.filter((each) => each !== rank), [...chosen, reach(suit, rank)]);
    }
  }
  assign(0, free, []);
  return best;
}

export function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

/** Returns true if a suit is named in a way that makes it one of the dark suits, with one copy of each card. */
export function isDark(suit: HanabiSuit): boolean {
  return (suit.single ?? false) && suit.name !== "Black";
}
