/** The words of the screens of events, which are loaded with the part that shows them. */

import { useEffect } from "preact/hooks";
import type { EventWords } from "../i18n/en/events.ts";
import { type Language, language } from "../i18n/index.ts";
import { Part } from "../parts.ts";

const WORDS: Record<Language, Part<{ events: EventWords }>> = {
  en: new Part("i18n/en/events.ts", () => import("../i18n/en/events.ts")),
  de: new Part("i18n/de/events.ts", () => import("../i18n/de/events.ts")),
};

/** Returns the words in the language of the page, null until they have come. */
export function useEventWords(): EventWords | null {
  const part = WORDS[language.value];
  useEffect(() => void part.load(), [part]);
  return part.module.value?.events ?? null;
}

/** Returns the words in the language of the page, for what is drawn only once they have come. */
export function eventWords(): EventWords {
  const words = WORDS[language.value].module.value?.events;
  if (words === undefined) throw new Error("expected the words of events to be loaded");
  return words;
}
