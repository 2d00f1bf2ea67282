/** The part of the page with the replays of all games; the boards of each game are a part of their own. */

export { LedSteps } from "./Led.tsx";
export { replayFile } from "./opening.ts";
export { PastGamePage } from "./PastGamePage.tsx";
export { ReplayPage } from "./ReplayPage.tsx";
