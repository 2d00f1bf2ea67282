/** The name of a game in the page's language. */

import { gameOf } from "../games.ts";
import { words } from "../i18n/index.ts";

export function gameTitle(game: string): string {
  return gameOf(game)?.title(words.value) ?? game;
}
