/** The focus of the keyboard in a part of the page whose buttons come and go. */

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

/**
 * Keeps the focus in an element: when the button with the focus goes or cannot be pressed any more, the first
 * element that matches one of the selectors takes the focus, so that the next press of Tab leads to the buttons
 * in it; without such an element, the whole element does.
 */
export function useFocusThatStays<E extends HTMLElement>(...selectors: string[]) {
  const place = useRef<E>(null), isHere = useRef(false);
  useEffect(() => {
    const moved = () => isHere.current = place.current?.contains(document.activeElement) ?? false;
    const pressed = (event: Event) => {
      if (!place.current?.contains(event.target as Node)) isHere.current = false;
    };
    document.addEventListener("focusin", moved);
    document.addEventListener("pointerdown", pressed);
    return () => {
      document.removeEventListener("focusin", moved);
      document.removeEventListener("pointerdown", pressed);
    };
  }, []);
  useLayoutEffect(() => {
    const now = document.activeElement;
    if (!isHere.current || (now !== null && now !== document.body && !now.matches(":disabled"))) return;
    const next = selectors.map((each) => place.current?.querySelector<HTMLElement>(each)).find(Boolean);
    (next ?? place.current)?.focus({ preventScroll: true });
  });
  return place;
}

/**
 * Never leaves the focus at the page as a whole: when the element with the focus goes or cannot be pressed any more,
 * the nearest part around it that can have the focus takes it, in the end `main`. Returns what ends this.
 *
 * A press on a place without a control leaves the focus nowhere, as the browser wants it.
 */
export function keepFocus(): () => void {
  let around: Element[] = [];
  const moved = (event: Event) => {
    around = [];
    for (let each = event.target as Element | null; each !== null; each = each.parentElement) {
      around.push(each);
    }
  };
  const pressed = (event: Event) => {
    if (!around[0]?.contains(event.target as Node)) around = [];
  };
  const changes = new MutationObserver(() => {
    const [last] = around, now = document.activeElement;
    if (last === undefined || (now !== null && now !== document.body && !now.matches(":disabled"))) return;
    if (last.isConnected && !last.matches(":disabled")) return;
    const next = around.slice(1).find((each) =>
      each.isConnected && each.matches("[tabindex], dialog[open], main")
    ) ??
      document.querySelector("main");
    (next as HTMLElement | null)?.focus({ preventScroll: true });
  });
  document.addEventListener("focusin", moved);
  document.addEventListener("pointerdown", pressed);
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  return () => {
    document.removeEventListener("focusin", moved);
    document.removeEventListener("pointerdown", pressed);
    changes.disconnect();
  };
}
