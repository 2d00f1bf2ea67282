/** The start of the page. */

import { render } from "preact";
import { connection } from "./page.ts";
import { greetOtherTabs, onNewPlayer } from "./people/guest.ts";
import { Shell } from "./shell/Shell.tsx";
import { applyPreferences } from "./ui/preferences.ts";

applyPreferences();
greetOtherTabs();
onNewPlayer(() => connection.reopen());
connection.open();
// A page without a connection can be shown again at once when the player steps back to it.
addEventListener("pagehide", () => connection.close());
addEventListener("pageshow", (event) => event.persisted && connection.reopen());
addEventListener("online", () => connection.wake());
document.addEventListener(
  "visibilitychange",
  () => document.visibilityState === "visible" && connection.wake(),
);
const place = document.getElementById("page");
// In a task of its own: the browser may paint and take keys between the start of the program and the first screen.
setTimeout(() => place !== null && render(<Shell />, place));
