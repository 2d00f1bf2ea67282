/** The writer of explanations: the meaning of a call, which comes as fields, in the words of a player. */

import type { Words } from "../i18n/index.ts";
import { GLYPHS } from "../ui/PlayingCard.tsx";
import type {
  BridgeHolding,
  BridgeMeaning,
  BridgeStrength,
  BridgeSuitLength,
  Suit,
} from "../wire/protocol.ts";

type Said = Words["meanings"];

/** Returns the meaning of a call as a sentence, such as "Weak two: 5-10 points, six hearts". */
export function meaningText(meaning: BridgeMeaning, words: Words): string {
  const said = words.meanings;
  const text = meaning.basis === "none"
    ? said.noAgreement
    : meaning.basis === "judgement"
    ? said.judged
    : agreedText(meaning, said);
  return meaning.made === false ? said.notMine(text) : text;
}

/** Returns an explanation: the meaning in words of this page, or the text of a player that gave only a text. */
export function explanationText(
  { text, meaning }: { text: string; meaning?: BridgeMeaning },
  words: Words,
): string {
  return meaning === undefined ? text : meaningText(meaning, words);
}

function agreedText(meaning: BridgeMeaning, said: Said): string {
  const names = (meaning.agreements ?? []).map(({ name, suits }) => {
    let place = 0;
    return said.agreement(name).replaceAll("*", () => GLYPHS[suits?.[place++] ?? ""] ?? "*");
  });
  const name = names.join(said.or) || (meaning.artificial ? said.artificial : "");
  const text = [name, heldText(meaning.hand ?? {}, said)].filter(Boolean).join(": ");
  const force = meaning.force === "round" ? said.forcing : meaning.force === "game" ? said.toGame : "";
  return [text, force].filter(Boolean).join("; ") || said.nothing;
}

/** Returns what a hand holds in words; "" if that is nothing. */
function heldText(held: BridgeHolding, said: Said): string {
  const parts = partsOf(held, said), groups: string[] = [];
  for (const group of held.either ?? []) {
    const texts = group.map((each) => heldText(each, said));
    if (group.every((each) => !each.either?.length && partsOf(each, said).length === 1)) {
      parts.push(texts.join(said.or));
    } else {
      const list = texts.map((text) => text.includes("; ") ? `(${text})` : text).join(said.next);
      groups.push(texts.length > 1 ? said.alternatives(list) : list);
    }
  }
  return [parts.join(", "), ...groups].filter(Boolean).join("; ");
}

function partsOf(held: BridgeHolding, said: Said): string[] {
  const { suits, numbers } = said;
  const listed = (all: readonly Suit[]) =>
    all.map((suit) => suits[suit]).join(", ").replace(/, ([^,]*)$/, `${said.and}$1`);
  const number = (count: number) => numbers[count] ?? String(count);
  const one = (counts: readonly number[]) => counts.length === 1 && counts[0] === 1 || isFrom(counts, 1);
  const parts = (held.strength ?? []).map((each) =>
    strengthText(each, (held.strength?.length ?? 0) > 1, said)
  );
  if (held.tricks) parts.push(said.playingTricks(number(held.tricks)));
  if (held.shape) parts.push(said[held.shape]);
  parts.push(...(held.lengths ?? []).map((each) => lengthText(each, said)));
  for (const { suit, by, others } of compared(held.longer ?? [])) {
    if (by < 0) parts.push(...others.map((other) => said.atMostMore(number(-by), suits[other], suits[suit])));
    else if (by > 1) parts.push(said.atLeastMore(number(by), suits[suit], listed(others)));
    else if (by === 1) parts.push(said.more(suits[suit], listed(others)));
    else {parts.push(
        others.length === 3 ? said.noneLonger(suits[suit]) : said.noFewer(suits[suit], listed(others)),
      );}
  }
  if (held.stopped?.length) parts.push(said.stopped(listed(held.stopped)));
  for (const { suit, number: count, of } of held.honours ?? []) {
    parts.push(
      count === 3 && of === 3
        ? said.solid(suits[suit])
        : said.honours(number(count), number(of), suits[suit]),
    );
  }
  parts.push(...(held.fair ?? []).map((suit) => said.fair(suits[suit])));
  if (held.aces?.length) parts.push(said.aces(countsText(held.aces, said), one(held.aces)));
  if (held.kings?.length) parts.push(said.kings(countsText(held.kings, said), one(held.kings)));
  if (held.keycards) {
    const { counts, trumps } = held.keycards;
    parts.push(said.keyCards(countsText(counts, said), one(counts), suits[trumps]));
  }
  if (held.queen) parts.push((held.queen.held ? said.queen : said.noQueen)(suits[held.queen.trumps]));
  parts.push(...(held.controls ?? []).map((suit) => said.control(suits[suit])));
  return parts;
}

/** Returns a range of points; of several ranges in one hand, that of high cards is named as such. */
function strengthText({ kind, low = 0, high, trumps }: BridgeStrength, several: boolean, said: Said): string {
  const span = high == null
    ? `${low}+`
    : low === high
    ? String(low)
    : low === 0
    ? said.atMost(String(high))
    : `${low}-${high}`;
  if (trumps != null) return said.inSupport(span, said.suits[trumps]);
  if (kind === "length") return said.total(span);
  if (kind === "either") return said.pointsOrTotal(span);
  return several ? said.highCards(span) : said.points(span);
}

function lengthText({ suit, low = 0, high = 13 }: BridgeSuitLength, said: Said): string {
  const counted = (count: number) => {
    const number = said.numbers[count] ?? String(count);
    return said.cards(number, count === 1 ? said.suit[suit] : said.suits[suit]);
  };
  if (low === high) return counted(low);
  if (high >= 13) return said.atLeast(counted(low));
  if (low === 0) return said.atMost(counted(high));
  return (said.numbers[low] ?? low) + (high === low + 1 ? said.or : said.to) + counted(high);
}

/** Returns the comparisons of suits, those of one suit with several others together. */
function compared(
  longer: NonNullable<BridgeHolding["longer"]>,
): { suit: Suit; by: number; others: Suit[] }[] {
  const found: { suit: Suit; by: number; others: Suit[] }[] = [];
  for (const { suit, by = 0, than } of longer) {
    const same = found.find((each) => each.suit === suit && each.by === by);
    if (same === undefined) found.push({ suit, by, others: [than] });
    else same.others.push(than);
  }
  return found;
}

/** Returns true for the numbers from `low` on up to at least four, which is as many aces as there are. */
function isFrom(counts: readonly number[], low: number): boolean {
  return counts.length > 2 && (counts.at(-1) ?? 0) >= 4 &&
    counts.every((count, place) => count === low + place);
}

function countsText(counts: readonly number[], said: Said): string {
  const low = counts[0] ?? 0;
  return isFrom(counts, low) ? said.atLeast(String(low)) : counts.join(said.or);
}
