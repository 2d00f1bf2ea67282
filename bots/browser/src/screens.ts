/** The parts of the page with its screens. */

import { Part } from "./parts.ts";
import { replay } from "./replay/game.ts";
import type { Route } from "./route.ts";

export const lobby = new Part("lobby/part.ts", () => import("./lobby/part.ts"));
export const events = new Part("events/part.ts", () => import("./events/part.ts"));
export const eventBar = new Part("events/bar.ts", () => import("./events/bar.ts"));
export const grid = new Part("lobby/grid.ts", () => import("./lobby/grid.ts"));
export const opening = new Part("lobby/open.ts", () => import("./lobby/open.ts"));
export const player = new Part("player/part.ts", () => import("./player/part.ts"));
export const sets = new Part("sets/part.ts", () => import("./sets/part.ts"));
export const table = new Part("shell/TablePage.tsx", () => import("./shell/TablePage.tsx"));

/** The part with the screen of each kind of address. */
export const SCREENS: Record<Route["page"], Part<object>> = {
  lobby,
  table,
  tables: grid,
  match: grid,
  set: sets,
  events,
  event: events,
  games: player,
  devices: player,
  replay,
  past: replay,
};
