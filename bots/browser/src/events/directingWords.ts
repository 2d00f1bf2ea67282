/** The words of the director's console, which are loaded with it. */

import { useEffect } from "preact/hooks";
import type { DirectingWords } from "../i18n/en/directing.ts";
import { type Language, language } from "../i18n/index.ts";
import { Part } from "../parts.ts";

const WORDS: Record<Language, Part<{ directing: DirectingWords }>> = {
  en: new Part("i18n/en/directing.ts", () => import("../i18n/en/directing.ts")),
  de: new Part("i18n/de/directing.ts", () => import("../i18n/de/directing.ts")),
};

/** Returns the words in the language of the page, null until they have come. */
export function useDirectingWords(): DirectingWords | null {
  const part = WORDS[language.value];
  useEffect(() => void part.load(), [part]);
  return part.module.value?.directing ?? null;
}

/** Returns the words in the language of the page, for what is drawn only once they have come. */
export function directingWords(): DirectingWords {
  const words = WORDS[language.value].module.value?.directing;
  if (words === undefined) throw new Error("expected the words of directors to be loaded");
  return words;
}
