/** The words of the page, one typed object a language; a missing word is an error of the type checker. */

import { batch, computed, signal } from "@preact/signals";
import { Part } from "../parts.ts";
import type { Words } from "./en/index.ts";

export type { Words };
export type Language = "en" | "de";
export const LANGUAGES: Record<Language, Part<{ words: Words }>> = {
  en: new Part("i18n/en/index.ts", () => import("./en/index.ts")),
  de: new Part("i18n/de/index.ts", () => import("./de/index.ts")),
};

/** The language that the browser asks for, English if the page does not have it. */
export function preferred(languages: readonly string[] = navigator.languages): Language {
  const wanted = languages.map((each) => each.slice(0, 2).toLowerCase());
  return (wanted.find((each) => each in LANGUAGES) as Language | undefined) ?? "en";
}

/** The language that the person at this page has chosen, or else the one that the browser asks for. */
export const language = signal<Language>(preferred());
const loaded = signal<Words | null>(null);
/** The words of the language; no screen is drawn before the first ones have been loaded. */
export const words = computed<Words>(() => {
  if (loaded.value === null) throw new Error("expected the words of a language to be loaded");
  return loaded.value;
});

let lastWanted: Language | null = null;

/** Speaks a language from now on, as soon as its words have been loaded. */
export async function speak(wanted: Language): Promise<void> {
  lastWanted = wanted;
  const { words } = await LANGUAGES[wanted].load();
  if (wanted !== lastWanted) return; // Another language has been chosen meanwhile.
  batch(() => {
    language.value = wanted;
    loaded.value = words;
  });
}
