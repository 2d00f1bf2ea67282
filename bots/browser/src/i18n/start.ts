/** The few words that the page needs before the words of a language, and the parts with all others, are there. */

import type { Language } from "./index.ts";

interface StartWords {
  loading: string;
  /** A part of the page cannot be loaded; the page tries again by itself. */
  fails: string;
  tryNow: string;
}

export const START: Record<Language, StartWords> = {
  en: {
    loading: "Loading…",
    fails: "This part of the page could not be loaded. Trying again…",
    tryNow: "Try now",
  },
  de: {
    loading: "Wird geladen…",
    fails: "Dieser Teil der Seite konnte nicht geladen werden. Neuer Versuch folgt…",
    tryNow: "Jetzt versuchen",
  },
};
