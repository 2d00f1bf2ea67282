/** The places of the cards in a hand: a card that was played leaves a gap, so that the others stay where they were. */

import { type RefObject } from "preact";
import { useLayoutEffect, useReducer, useRef } from "preact/hooks";
import { suitOf } from "./PlayingCard.tsx";

const CLOSE_MS = 180;

/** The places of a hand, and the cards that it held when they were worked out. */
export interface Places {
  places: readonly string[];
  held: readonly string[];
}

/**
 * Returns the places for the cards that a hand holds now. Cards that it has played keep a gap; with `close`, only
 * the card that was played since the last time does. A hand with other cards or in another order begins anew.
 */
export function placesFor(before: Places, cards: readonly string[], close: boolean): Places {
  const now = new Set(cards), last = new Set(close ? before.held : before.places);
  const places = before.places.filter((card) => now.has(card) || last.has(card));
  const left = places.filter((card) => now.has(card));
  const same = left.length === cards.length && left.every((card, index) => card === cards[index]);
  return { places: same ? places : cards, held: cards };
}

/** The places of a hand, and the attributes of the element around its cards. */
interface Kept<E extends HTMLElement> {
  places: readonly string[];
  /** For the element around the cards, each of which has a `data-place`. */
  props: {
    ref: RefObject<E | null>;
    onPointerEnter: (event: PointerEvent) => void;
    onPointerLeave: () => void;
  };
}

/**
 * Keeps the places of a hand during a trick. The gaps close when the next trick begins, or when the pointer leaves
 * the hand; they stay under a pointer that is about to play a card.
 *
 * `trick` is another number for another trick; without it, the cards keep no gaps.
 */
export function usePlaces<E extends HTMLElement>(
  cards: readonly string[],
  trick: number | undefined,
  mayPlay: boolean,
): Kept<E> {
  const ref = useRef<E>(null), inside = useRef(false), left = useRef(false);
  const seen = useRef<Places & { trick: number | undefined }>({ places: cards, held: cards, trick });
  const moved = useRef<Map<string, [number, number]> | null>(null);
  const [, draw] = useReducer((count: number) => count + 1, 0);

  const before = seen.current, hasPlayed = before.held.length > cards.length;
  const isNext = before.trick !== trick && !(inside.current && (mayPlay || hasPlayed));
  const after = trick === undefined ? { places: cards, held: cards } : placesFor(
    left.current ? { places: before.places, held: cards } : before,
    cards,
    left.current || isNext,
  );
  left.current = false;
  // The page still shows the cards at their places before.
  const closes = after.places.length < before.places.length;
  if (closes && ref.current !== null && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
    moved.current = spots(ref.current);
  }
  seen.current = { ...after, trick };

  useLayoutEffect(() => {
    const from = moved.current;
    moved.current = null;
    if (from === null || ref.current === null) return;
    for (const [card, [x, y]] of spots(ref.current)) {
      const [oldX, oldY] = from.get(card) ?? [x, y];
      if (x === oldX && y === oldY) continue;
      ref.current.querySelector(`[data-place="${card}"]`)?.animate(
        [{ translate: `${oldX - x}px ${oldY - y}px` }, { translate: "0 0" }],
        { duration: CLOSE_MS, easing: "ease-out" },
      );
    }
  });
  return {
    places: after.places,
    props: {
      ref,
      onPointerEnter: (event) => inside.current = event.pointerType === "mouse",
      onPointerLeave: () => {
        if (!inside.current) return;
        inside.current = false;
        left.current = seen.current.places.length > seen.current.held.length;
        if (left.current) draw(0);
      },
    },
  };
}

/** Returns where the cards of a hand stand, by their names. */
function spots(hand: HTMLElement): Map<string, [number, number]> {
  return new Map(
    [...hand.querySelectorAll<HTMLElement>("[data-place]")].map((
      each,
    ) => [each.dataset.place ?? "", [each.offsetLeft, each.offsetTop]]),
  );
}

/** Returns the cards that stand beside each other, a list for each suit. */
export function suitsOf(cards: readonly string[]): string[][] {
  const suits: string[][] = [];
  for (const card of cards) {
    const last = suits.at(-1);
    if (last?.[0] !== undefined && suitOf(last[0]) === suitOf(card)) last.push(card);
    else suits.push([card]);
  }
  return suits;
}

/** Returns the suits in one row or in two that are about equal; a suit stands in both only if it must. */
export function rowsOf(suits: readonly string[][]): string[][][] {
  const all = suits.flat(), half = Math.ceil(all.length / 2);
  if (all.length <= 7) return [[...suits]];
  let best = 0, longer = all.length, sum = 0;
  suits.forEach((suit, index) => {
    sum += suit.length;
    const row = Math.max(sum, all.length - sum);
    if (row <= longer) [best, longer] = [index + 1, row];
  });
  if (longer <= half + 1) return [suits.slice(0, best), suits.slice(best)];
  return [suitsOf(all.slice(0, half)), suitsOf(all.slice(half))];
}
