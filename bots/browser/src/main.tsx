/**
 * The start of the page.
 *
 * It connects and asks for the table at once, and meanwhile loads the parts that the address needs.
 */

import "./core.ts";
import { effect } from "@preact/signals";
import { render } from "preact";
import { setGames } from "./games.ts";
import { language, LANGUAGES, speak } from "./i18n/index.ts";
import { START } from "./i18n/start.ts";
import { connection, table } from "./page.ts";
import { tryAgain } from "./parts.ts";
import { greetOtherTabs, onNewPlayer } from "./people/guest.ts";
import { plainGame } from "./plain/game.ts";
import { GAMES } from "./registry.ts";
import { route } from "./route.ts";
import { SCREENS } from "./screens.ts";
import { Shell } from "./shell/Shell.tsx";
import { applyPreferences } from "./ui/preferences.ts";

setGames(GAMES, plainGame);
applyPreferences();
greetOtherTabs();
onNewPlayer(() => connection.reopen());
connection.open();
const at = route.value;
for (const id of at.page === "table" ? [at.id] : "ids" in at ? at.ids : []) table(id);
void SCREENS[at.page].load();
const place = document.getElementById("page");
const stop = effect(() => {
  const said = START[language.value], shown = place?.querySelector(".starting");
  if (shown) shown.textContent = LANGUAGES[language.value].fails.value ? said.fails : said.loading;
});
void speak(language.value).then(() => {
  // In a task of its own: the browser may paint and take keys between the start of the program and the first screen.
  setTimeout(() => {
    stop();
    place?.replaceChildren();
    if (place !== null) render(<Shell />, place);
  });
});
// A page without a connection can be shown again at once when the player steps back to it.
addEventListener("pagehide", () => connection.close());
addEventListener("pageshow", (event) => event.persisted && connection.reopen());
addEventListener("offline", () => connection.lose());
addEventListener("online", () => {
  connection.wake();
  tryAgain();
});
document.addEventListener(
  "visibilitychange",
  () => document.visibilityState === "visible" && connection.wake(),
);
