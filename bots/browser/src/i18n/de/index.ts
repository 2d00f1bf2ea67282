import type { Words } from "../en/index.ts";
import { bridge } from "./bridge.ts";
import { hanabi } from "./hanabi.ts";
import { lobby } from "./lobby.ts";
import { meanings } from "./meanings.ts";
import { opening } from "./opening.ts";
import { people } from "./people.ts";
import { plain } from "./plain.ts";
import { player } from "./player.ts";
import { replay } from "./replay.ts";
import { sets } from "./sets.ts";
import { spades } from "./spades.ts";
import { ui } from "./ui.ts";

export const words: Words = {
  bridge,
  hanabi,
  lobby,
  meanings,
  opening,
  people,
  plain,
  player,
  replay,
  sets,
  spades,
  ui,
};
