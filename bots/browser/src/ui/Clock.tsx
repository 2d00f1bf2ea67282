/** The time that is left for a decision, or until the next deal. */

import { useEffect, useState } from "preact/hooks";
import { words } from "../i18n/index.ts";

/** Returns minutes and seconds, such as `7:05`, and never less than `0:00`. */
export function shownTime(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Returns the time (ms) until a time of the server, again and again as it passes; null if there is no such time. */
export function useTimeLeft(until_ms: number | null | undefined, now: () => number): number | null {
  const [, tick] = useState(0);
  useEffect(() => {
    if (until_ms == null) return;
    const timer = setInterval(() => tick((count) => count + 1), 250);
    return () => clearInterval(timer);
  }, [until_ms]);
  return until_ms == null ? null : until_ms - now();
}

/** The time left (ms) from which on a deadline is urgent. */
const LOW_MS = 15_000;

/** Shows the time until a deadline of the server. */
export function Clock({ deadline_ms, now }: {
  deadline_ms: number | null | undefined;
  /** Returns the present time of the server (ms). */
  now: () => number;
}) {
  const left = useTimeLeft(deadline_ms, now);
  if (left === null) return null;
  return (
    <time class={left < LOW_MS ? "clock low" : "clock"} role="timer" aria-label={words.value.ui.timeLeft}>
      {shownTime(left)}
    </time>
  );
}

/** Returns how soon the next deal begins, such as `5 s` or `1:05`; null if that time is unknown, or over. */
export function soon(left: number | null): string | null {
  if (left === null || left <= 0) return null;
  return left > 60_000 ? shownTime(left) : `${Math.ceil(left / 1000)} s`;
}
