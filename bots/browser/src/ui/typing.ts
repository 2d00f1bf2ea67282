/** Moves by typing them, such as `SA`, `1NT` or `p`; for players who do not use a pointer. */

import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";

export interface Typed {
  /** The texts that stand for this move, in lower case. */
  texts: string[];
  act: () => void;
}

/** The beginning of a move that is being typed; the page shows it. */
export const typedSoFar = signal("");

/** A text that is whole, but also the beginning of a longer one, counts after this time (ms). */
const LONGER_MS = 700;

/** The number of parts of the page that take typed moves now. */
let listeners = 0;

/** Returns what a typed text means: a move, the beginning of some, or nothing. */
export function meaning(text: string, moves: readonly Typed[]): { move: Typed | null; open: boolean } {
  const move = moves.find((each) => each.texts.includes(text)) ?? null;
  const open = moves.some((each) => each.texts.some((whole) => whole !== text && whole.startsWith(text)));
  return { move, open };
}

/** Returns true if a pressed key is for the field with the focus, or for the browser, and not for the table. */
export function isForAField(event: KeyboardEvent): boolean {
  const target = event.target;
  return event.ctrlKey || event.metaKey || event.altKey ||
    (target instanceof HTMLElement &&
      (target.isContentEditable ||
        target.matches("textarea, select, input:not([type=range], [type=checkbox])")));
}

/** Lets the player type the given moves while the component is shown. */
export function useTyping(moves: readonly Typed[]): void {
  const present = useRef(moves);
  present.current = moves;
  // Before the next paint, so that the first key after a turn has come is not lost.
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function finish(): void {
      const { move } = meaning(typedSoFar.value, present.current);
      typedSoFar.value = "";
      move?.act();
    }
    function onKey(event: KeyboardEvent): void {
      if (isForAField(event)) return;
      if (document.querySelector("dialog[open]") !== null) return;
      clearTimeout(timer);
      if (event.key === "Escape") typedSoFar.value = "";
      if (event.key === "Enter" && typedSoFar.value !== "") {
        event.preventDefault();
        finish();
      }
      if (event.key.length !== 1 || !/[a-z0-9]/i.test(event.key)) return;
      const key = event.key.toLowerCase();
      const longer = meaning(typedSoFar.value + key, present.current);
      // A key that continues nothing begins anew.
      const text = longer.move || longer.open ? typedSoFar.value + key : key;
      const { move, open } = text === key ? meaning(key, present.current) : longer;
      typedSoFar.value = move || open ? text : "";
      if (move && !open) finish();
      else if (move) timer = setTimeout(finish, LONGER_MS);
    }
    if (meaning(typedSoFar.value, present.current).move) timer = setTimeout(finish, LONGER_MS);
    addEventListener("keydown", onKey);
    listeners++;
    return () => {
      clearTimeout(timer);
      removeEventListener("keydown", onKey);
      listeners--;
      // A part that takes the place of this one, because another player has moved, goes on with the same text.
      setTimeout(() => {
        if (listeners === 0) typedSoFar.value = "";
      });
    };
  }, []);
}
