/** Cards, moves, rules and results of Hanabi in words. */

import type { Words } from "../i18n/index.ts";
import type { HanabiCard, HanabiCharacter, HanabiSuit, HanabiVariant } from "../wire/protocol.ts";
import type { Made } from "./choice.ts";
import type { Move } from "./history.ts";
import { type CardShown, type HanabiTable, soundOf } from "./model.ts";
import { plainName } from "./symbols.ts";
import { type Clue, clueRanks, perfect, ranksOf, stackSize, START } from "./variant.ts";

export type Names = (seat: number) => string;

/** Returns a rank as it stands on a card: `3`, or `S` for START. */
export function rankShown(rank: number): string {
  return rank === START ? "S" : String(rank);
}

export function rankName(rank: number, words: Words): string {
  return rank === START ? words.hanabi.start : String(rank);
}

/** Returns the name of a suit or a colour in the language of the page. */
export function suitName(name: string, words: Words): string {
  const plain = plainName(name), reversed = name.endsWith(" Reversed") ? " ↓" : "";
  return (words.hanabi.suits[plain] ?? plain) + reversed;
}

export function cardName(variant: HanabiVariant, card: HanabiCard, words: Words): string {
  return words.hanabi.card(suitName(variant.suits[card.suit]?.name ?? "", words), rankName(card.rank, words));
}

/** Returns what clues tell of a card, such as "Red or Yellow; 1, 2, or 3". */
export function knownWords(variant: HanabiVariant, card: CardShown, words: Words): string {
  const said = words.hanabi;
  if (!card.told) return said.anyCard;
  const suits = card.suits.map((suit) => suitName(variant.suits[suit]?.name ?? "", words));
  const ranks = card.ranks.map((rank) => rankName(rank, words));
  const whole = card.suits.length * card.ranks.length;
  if (card.possible.length < whole && card.possible.length <= 6) {
    return said.or(card.possible.map((each) => cardName(variant, each, words)));
  }
  const everySuit = card.suits.length === variant.suits.length;
  const everyRank = card.ranks.length === ranksOf(variant).length;
  if (everySuit) return said.or(ranks);
  if (everyRank) return said.or(suits);
  return said.canBe(said.or(suits), said.or(ranks));
}

export function clueName(variant: HanabiVariant, clue: Clue, words: Words): string {
  return clue.t === "color"
    ? words.hanabi.colorClue(suitName(variant.colors[clue.color] ?? "", words))
    : words.hanabi.rankClue(clue.rank);
}

/** Returns a move in one sentence. */
export function moveWords(
  pub: HanabiTable,
  move: Move,
  seen: ReadonlyMap<number, HanabiCard>,
  names: Names,
  words: Words,
): string {
  const said = words.hanabi.event;
  if (move.kind === "clue") {
    const { given } = move, sound = soundOf(pub, given);
    const clue = sound === null
      ? given.color == null ? String(given.rank) : suitName(pub.variant.colors[given.color] ?? "", words)
      : words.hanabi.sounds[sound];
    const slots = move.slots.length === 0 ? said.noCard : said.slots(move.slots);
    return said.clues(names(given.giver), names(given.to), clue, slots);
  }
  const { fate } = move, name = names(fate.seat), card = pub.cards[move.order];
  const place = move.slot === 0 ? said.deck : words.hanabi.slot(move.slot);
  const drawn = move.drawn === null ? undefined : seen.get(move.drawn);
  const after = move.drawn === null
    ? ""
    : said.draws(drawn === undefined ? said.aCard : cardName(pub.variant, drawn, words));
  if (card === undefined) return said.hole(name, place) + after;
  const called = cardName(pub.variant, card, words);
  if (fate.how === "misplayed") return said.misplays(name, called, place, move.strike) + after;
  return (fate.how === "played" ? said.plays(name, called, place) : said.discards(name, called, place)) +
    after;
}

/** Returns the words for a move of the player at this page that the server has not stored yet. */
export function madeWords(pub: HanabiTable, made: Made, names: Names, words: Words): string {
  const said = words.hanabi;
  if (made.t === "color" || made.t === "rank") {
    return said.give(clueName(pub.variant, made, words), names(made.to));
  }
  const hand = pub.hands.find((each) => each.includes(made.card)) ?? [];
  const place = hand.length === 0 ? said.event.deck : said.slot(hand.length - hand.indexOf(made.card));
  return `${made.t === "play" ? said.play : said.discard}: ${place}`;
}

/** Returns the reason for the end of a game, "" while it goes on. */
export function reasonWords(pub: HanabiTable, names: Names, words: Words): string {
  const said = words.hanabi.result, result = pub.result;
  if (result == null) return "";
  const name = result.seat == null ? said.table : names(result.seat);
  switch (result.end) {
    case 1:
      if (result.points === perfect(pub.variant)) return said.perfect;
      return pub.end_turn != null && pub.turns >= pub.end_turn ? said.lastRound : said.noMore;
    case 2:
      return said.strikeout;
    case 3:
      return said.timeout(name);
    case 4:
      return said.terminated(name);
    case 5:
    case 8:
      return said.outOfReach;
    case 6:
      return said.idle;
    case 7:
      return said.softlock(name);
    case 9:
      return said.empty(name);
    case 10:
      return said.voted;
    default: // the reason of a later server
      return "";
  }
}

export function scoreWords(pub: HanabiTable, words: Words): string {
  const said = words.hanabi.result, result = pub.result;
  if (result == null) return "";
  return result.score === result.points
    ? said.score(result.score, perfect(pub.variant))
    : said.lost(result.points);
}

/** Returns the rule of a character, such as "Awkward: may give no clue that touches a 3". */
export function characterRule(variant: HanabiVariant, character: HanabiCharacter, words: Words): string {
  const number = character.metadata ?? -1;
  const drawn = character.id === 0
    ? suitName(variant.colors[number] ?? "", words)
    : character.id === 2
    ? suitName(variant.suits[number]?.name ?? "", words)
    : String(number);
  const rule = words.hanabi.characters[character.id];
  return rule === undefined ? words.hanabi.unknownCharacter : rule(drawn);
}

/** Returns the special rules of a suit, "" if it has none. */
export function suitRule(variant: HanabiVariant, suit: HanabiSuit, words: Words): string {
  const said = words.hanabi.variantRules, rules: string[] = [];
  if (suit.by_color === "all") rules.push(said.colorAll);
  if (suit.by_color === "none") rules.push(said.colorNone);
  if (suit.by_rank === "all") rules.push(said.rankAll);
  if (suit.by_rank === "none") rules.push(said.rankNone);
  if (suit.prism) rules.push(said.prism);
  const colors = suit.colors ?? [];
  if (colors.length > 0 && (colors.length > 1 || colors[0] !== plainName(suit.name))) {
    rules.push(said.touchedBy(words.hanabi.and(colors.map((color) => suitName(color, words)))));
  }
  if (suit.single) rules.push(said.single);
  if (suit.inverted) rules.push(said.inverted);
  if (suit.reversed && !variant.sudoku) rules.push(said.reversed);
  return rules.join("; ");
}

/** Returns a sentence for each rule by which a variant differs, besides the rules of its suits. */
export function variantRules(variant: HanabiVariant, words: Words): string[] {
  const said = words.hanabi.variantRules, rules: string[] = [];
  const { special } = variant;
  if (special != null) {
    const rank = rankName(special.rank, words);
    if (special.by_color === "all") rules.push(said.specialColorAll(rank));
    if (special.by_color === "none") rules.push(said.specialColorNone(rank));
    if (special.by_rank === "all") rules.push(said.specialRankAll(rank));
    if (special.by_rank === "none") rules.push(said.specialRankNone(rank));
    if (special.deceptive) rules.push(said.deceptive(rank));
  }
  if (variant.touch !== undefined && variant.touch !== "equal") rules.push(said[variant.touch]);
  if (variant.single_rank != null) rules.push(said.singleRank(rankName(variant.single_rank, words)));
  if (variant.sudoku) rules.push(said.sudoku(stackSize(variant)));
  for (const field of SWITCHES) if (variant[field]) rules.push(said[field]);
  if (variant.colors.length === 0) rules.push(said.noColors);
  if (clueRanks(variant).length === 0) rules.push(said.noRanks);
  return rules;
}

const SWITCHES = [
  "blind_colors",
  "blind_ranks",
  "synesthesia",
  "scarce_ones",
  "half_clues",
  "alternating",
  "up_or_down",
  "hole",
  "moo",
  "quack",
] as const;

/** Returns a sentence for each option of the table that changes a rule. */
export function optionRules(options: HanabiTable["options"], words: Words): string[] {
  const said = words.hanabi.options;
  return (Object.keys(said) as (keyof typeof said)[]).filter((option) => options[option]).map((each) =>
    said[each]
  );
}

/** Returns the title of a game: its number, and the name of its variant if it has one. */
export function gameTitle(pub: HanabiTable, words: Words): string {
  const number = words.hanabi.gameNo(pub.game_no);
  return pub.variant.name === "No Variant" ? number : `${number} · ${pub.variant.name}`;
}
