/**
 * The motion of cards: from a hand to the trick, and from the trick to its winner.
 *
 * A card starts where it has just been measured, and only its `transform` and `opacity` change (the technique is
 * known as FLIP). Nothing moves for people who prefer reduced motion.
 */

import { useLayoutEffect, useRef } from "preact/hooks";

const FLIGHT_MS = 170;
const SWEEP_MS = 320;

/** A card of the trick as it lay there, for its way to the winner. */
interface Lying {
  card: HTMLElement;
  at: DOMRect;
  fontSize: string;
}

/**
 * Returns the place of a trick, whose cards move in and out.
 *
 * Each card stands in an element with `data-seat`, and so does each seat in the element around the trick that matches
 * `around`. `winner` is the seat that has won the trick; `still` is true for a trick that is only shown again.
 */
export function useFlights<E extends HTMLElement>(around: string, winner: number | null, still = false) {
  const place = useRef<E>(null), before = useRef({ cards: new Map<string, Lying>(), winner, still });
  useLayoutEffect(() => {
    const trick = place.current, known = before.current;
    if (trick === null) return;
    const elements = [...trick.querySelectorAll<HTMLElement>("[data-seat] [data-card]")];
    const names = elements.map((each) => each.dataset.card ?? "");
    const same = names.length === known.cards.size && names.every((name) => known.cards.has(name));
    if (same && winner === known.winner && still === known.still) return;
    const moves = !still && !known.still && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    const root = trick.closest(around);
    const cards = new Map<string, Lying>();
    for (const [index, card] of elements.entries()) {
      const name = names[index] ?? "", at = card.getBoundingClientRect();
      cards.set(name, { card, at, fontSize: getComputedStyle(card).fontSize });
      if (!known.cards.has(name) && moves && root !== null) fly(card, at, sourceOf(name, card, trick, root));
    }
    if (moves && root !== null && known.winner !== null) {
      const to = seatIn(root, trick, known.winner);
      for (const [name, lying] of known.cards) if (!cards.has(name) && to !== null) sweep(lying, to);
    }
    before.current = { cards, winner, still };
  });
  return place;
}

/** Returns the place from which a card comes: its own in an open hand, else the seat of its player. */
function sourceOf(name: string, card: HTMLElement, trick: Element, root: Element): DOMRect | null {
  const inHand = root.querySelector(`.away [data-card="${name}"]`);
  if (inHand !== null) return inHand.getBoundingClientRect();
  return seatIn(root, trick, Number(card.closest<HTMLElement>("[data-seat]")?.dataset.seat));
}

function seatIn(root: Element, trick: Element, seat: number): DOMRect | null {
  const seats = [...root.querySelectorAll(`[data-seat="${seat}"]`)];
  return seats.find((each) => !trick.contains(each) && !each.contains(trick))?.getBoundingClientRect() ??
    null;
}

function way(from: DOMRect, to: DOMRect): string {
  const x = to.x + to.width / 2 - from.x - from.width / 2,
    y = to.y + to.height / 2 - from.y - from.height / 2;
  return `translate(${x}px, ${y}px)`;
}

function fly(card: HTMLElement, at: DOMRect, from: DOMRect | null): void {
  const start = from === null ? { opacity: 0 } : { transform: way(at, from), opacity: 0.4 };
  card.animate([start, {}], { duration: FLIGHT_MS, easing: "ease-out" });
}

/** Moves a copy of a card that is gone already to the seat of the winner. */
function sweep({ card, at, fontSize }: Lying, to: DOMRect): void {
  const copy = card.cloneNode(true) as HTMLElement;
  copy.removeAttribute("data-card");
  copy.querySelector(".heard")?.remove();
  copy.setAttribute("aria-hidden", "true");
  copy.classList.add("swept");
  const { x: left, y: top, width, height } = at;
  Object.assign(copy.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    fontSize,
  });
  document.body.append(copy);
  const end = { transform: `${way(at, to)} scale(.5)`, opacity: 0 };
  copy.animate([{}, end], { duration: SWEEP_MS, easing: "ease-in" }).onfinish = () => copy.remove();
}
