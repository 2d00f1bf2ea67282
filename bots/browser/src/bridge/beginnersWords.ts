/** The words for beginners, which are loaded when they are wanted. */

import { useEffect } from "preact/hooks";
import type { Beginners } from "../i18n/en/beginners.ts";
import { type Language, language } from "../i18n/index.ts";
import { Part } from "../parts.ts";

const WORDS: Record<Language, Part<{ beginners: Beginners }>> = {
  en: new Part("i18n/en/beginners.ts", () => import("../i18n/en/beginners.ts")),
  de: new Part("i18n/de/beginners.ts", () => import("../i18n/de/beginners.ts")),
};

/** Returns the words in the language of the page, null until they have come. */
export function useBeginnersWords(): Beginners | null {
  const part = WORDS[language.value];
  useEffect(() => void part.load(), [part]);
  return part.module.value?.beginners ?? null;
}
