/** The events at the table, in words for a screen reader, and the few that are shown for a while as well. */

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";

/** The last sentences, the newest at the end; the numbers tell equal sentences apart. */
export const announced = signal<readonly { number: number; text: string }[]>([]);

/** The number of sentences that stay, so that a screen reader can read all of a batch. */
const KEPT = 12;

/** Lets a screen reader say a sentence once it is free, after the sentences before it. */
export function announce(text: string): void {
  const number = (announced.value.at(-1)?.number ?? 0) + 1;
  announced.value = [...announced.value, { number, text }].slice(-KEPT);
}

/** The log that screen readers follow: they say each sentence that is added to it. */
export function Announcements() {
  return (
    <div class="heard" role="log" aria-live="polite">
      {announced.value.map(({ number, text }) => <p key={number}>{text}</p>)}
    </div>
  );
}

/** Returns a text that is shown for as long as it takes to read it ("" at other times), and what shows one. */
export function useNews(): [shown: string, show: (text: string) => void] {
  const [news, setNews] = useState({ text: "" });
  useEffect(() => {
    if (!news.text) return;
    const timer = setTimeout(() => setNews({ text: "" }), 8_000 + 60 * news.text.length);
    return () => clearTimeout(timer);
  }, [news]);
  return [news.text, (text) => setNews({ text })];
}

/** A quiet line over the table about an event. It is not heard, since the event is announced. */
export function News({ text }: { text: string }) {
  return text ? <p class="news" aria-hidden="true">{text}</p> : null;
}
