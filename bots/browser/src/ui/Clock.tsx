/** The time that is left for a decision. */

import { useEffect, useState } from "preact/hooks";
import { words } from "../i18n/index.ts";

/** Returns minutes and seconds, such as `7:05`, and never less than `0:00`. */
export function shownTime(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Shows the time until a deadline of the server; `low_ms` is the time left from which on it is urgent. */
export function Clock({ deadline_ms, now, low_ms = 15_000 }: {
  deadline_ms: number | null | undefined;
  /** Returns the present time of the server (ms). */
  now: () => number;
  low_ms?: number;
}) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (deadline_ms == null) return;
    const timer = setInterval(() => tick((count) => count + 1), 250);
    return () => clearInterval(timer);
  }, [deadline_ms]);
  if (deadline_ms == null) return null;
  const left = deadline_ms - now();
  return (
    <time class={left < low_ms ? "clock low" : "clock"} role="timer" aria-label={words.value.ui.timeLeft}>
      {shownTime(left)}
    </time>
  );
}
