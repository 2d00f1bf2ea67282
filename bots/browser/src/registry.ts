/** The games that have screens of their own: one line for each. No part of the page imports this list. */

import { bridge } from "./bridge/game.ts";
import type { GamePage } from "./games.ts";
import { hanabi } from "./hanabi/game.ts";
import { REPLAYS } from "./replay/game.ts";
import { spades } from "./spades/game.ts";

export const GAMES: readonly GamePage[] = [bridge, spades, hanabi, ...REPLAYS];
