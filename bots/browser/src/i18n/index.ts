/** The words of the page, one typed object a language; a missing word is an error of the type checker. */

import { computed, signal } from "@preact/signals";
import { de } from "./de/index.ts";
import { en } from "./en/index.ts";

export type Words = typeof en;
export type Language = "en" | "de";
export const LANGUAGES: Record<Language, Words> = { en, de };

/** The language that the browser asks for, English if the page does not have it. */
export function preferred(languages: readonly string[] = navigator.languages): Language {
  const wanted = languages.map((each) => each.slice(0, 2).toLowerCase());
  return (wanted.find((each) => each in LANGUAGES) as Language | undefined) ?? "en";
}

export const language = signal<Language>(preferred());
export const words = computed<Words>(() => LANGUAGES[language.value]);
