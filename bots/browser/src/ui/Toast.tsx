/** A short text over everything else, such as the reason of a refusal. */

import { signal } from "@preact/signals";
import { words } from "../i18n/index.ts";

/** The text that is shown now, and what takes it away; null without one. */
export const toast = signal<{ text: string; close: () => void } | null>(null);

/**
 * The windows that are open, the uppermost last. A window makes the page behind it unreachable, so the text
 * stands in the uppermost window.
 */
export const openWindows = signal<readonly string[]>([]);

/** Shows the text if `inside` is the uppermost window; the page itself is "". */
export function Toast({ inside = "" }: { inside?: string }) {
  const shown = toast.value;
  if (shown === null || (openWindows.value.at(-1) ?? "") !== inside) return null;
  return (
    <p class="toast" role="alert">
      {shown.text}{" "}
      <button type="button" class="icon" aria-label={words.value.ui.close} onClick={shown.close}>×</button>
    </p>
  );
}
