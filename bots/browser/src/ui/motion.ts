/** The motion of cards and the sounds, which a part of their own makes once it has been loaded. */

import { useLayoutEffect, useRef } from "preact/hooks";
import { Part } from "../parts.ts";
import type { Drawn, Sound } from "./effects.ts";

export const effects = new Part("ui/effects.ts", () => import("./effects.ts"));

/** Plays sounds one after the other, if the player wants sounds. */
export function play(...sounds: readonly Sound[]): void {
  if (sounds.length > 0) effects.module.peek()?.play(...sounds);
}

/**
 * Returns the place of a trick, whose cards move in from their hands and out to the winner.
 *
 * Each card stands in an element with `data-seat`, and so does each seat in the element around the trick that matches
 * `around`. `winner` is the seat that has won the trick; `still` is true for a trick that is only shown again.
 */
export function useFlights<E extends HTMLElement>(around: string, winner: number | null, still = false) {
  const place = useRef<E>(null), drawn = useRef<Drawn | null>(null), made = effects.module.value;
  useLayoutEffect(() => {
    const trick = place.current;
    if (trick !== null && made !== null) {
      drawn.current = made.move(trick, trick.closest(around), drawn.current, winner, still);
    }
  });
  return place;
}
