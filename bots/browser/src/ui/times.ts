/** Times of the day as the person at this page writes them. */

import { language } from "../i18n/index.ts";

/**
 * Returns how a time of the day is written in a language: in the variety of the language that the person reads, and
 * with 12 or 24 hours as the person's first language has them.
 */
export function clockFormat(
  language: string,
  languages: readonly string[] = navigator.languages,
  seconds = false,
): Intl.DateTimeFormat {
  const variety = languages.find((each) => each.slice(0, 2).toLowerCase() === language) ?? language;
  const { hour12 } = new Intl.DateTimeFormat(languages[0] ?? language, { hour: "numeric" }).resolvedOptions();
  return new Intl.DateTimeFormat(variety, {
    hour: "2-digit",
    minute: "2-digit",
    ...(seconds ? { second: "2-digit" } : {}),
    ...(hour12 === undefined ? {} : { hour12 }),
  });
}

/** Returns a day, such as 3 Nov 2026. */
export function shownDay(ms: number): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: "medium" }).format(ms);
}

/** Returns a time of the day, such as 14:05; with `seconds`, such as 14:05:09. */
export function timeOfDay(ms: number, seconds = false): string {
  return clockFormat(language.value, navigator.languages, seconds).format(ms);
}
