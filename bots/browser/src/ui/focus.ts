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
