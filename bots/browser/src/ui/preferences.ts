/** The choices of the person at this page for its look and feel; they stay in the browser. */

import { effect, type Signal, signal } from "@preact/signals";
import { type Language, language, LANGUAGES } from "../i18n/index.ts";

/** The strength of a robot, in three steps that a beginner understands. */
export type Strength = "beginner" | "good" | "best";
export type Theme = "auto" | "light" | "dark";

interface Kept {
  theme: Theme;
  language: Language;
  /** True for a deck with four colours, false for a deck with two. */
  fourColours: boolean;
  /** True for cards with drawings, false for plain cards with a large rank and suit. */
  drawnCards: boolean;
  /** True if a call is made by one tap on the whole call, false if the level is chosen first. */
  oneTapBids: boolean;
  /** True if every card and call must be confirmed by a second tap. */
  confirm: boolean;
  /** True for the sounds of a table. */
  sounds: boolean;
  /** The strength of the robots in a game at once against robots. */
  robotStrength: Strength;
  /** The game that the lobby offers first, "" for the first one. */
  game: string;
}

const KEY = "kibitz.preferences";

function read(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
  } catch {
    return {};
  }
}

const kept = read();
export const theme: Signal<Theme> = signal(kept.theme ?? "auto");
export const fourColours = signal(kept.fourColours ?? true);
export const drawnCards = signal(kept.drawnCards ?? true);
export const oneTapBids = signal(kept.oneTapBids ?? false);
export const confirmMoves = signal(kept.confirm ?? false);
export const sounds = signal(kept.sounds ?? true);
export const robotStrength = signal<Strength>(kept.robotStrength ?? "good");
export const lobbyGame = signal(kept.game ?? "");
if (kept.language !== undefined && kept.language in LANGUAGES) language.value = kept.language;

/** Shows the choices on the page, and keeps them from now on. */
export function applyPreferences(): void {
  effect(() => {
    const root = document.documentElement;
    root.dataset.theme = theme.value;
    root.dataset.deck = fourColours.value ? "four" : "two";
    root.dataset.cards = drawnCards.value ? "drawn" : "plain";
    root.lang = language.value;
    const now: Kept = {
      theme: theme.value,
      language: language.value,
      fourColours: fourColours.value,
      drawnCards: drawnCards.value,
      oneTapBids: oneTapBids.value,
      confirm: confirmMoves.value,
      sounds: sounds.value,
      robotStrength: robotStrength.value,
      game: lobbyGame.value,
    };
    try {
      localStorage.setItem(KEY, JSON.stringify(now));
    } catch {
      // Without a storage, the choices last until the page is closed.
    }
  });
}
