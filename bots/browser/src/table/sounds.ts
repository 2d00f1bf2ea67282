/** The sounds of a table: which ones a change of its view makes, in any game. Pure functions. */

import type { ViewUpdate } from "../wire/protocol.ts";

/** A move of some player, the turn of the player at this page, a trick that is won, the end of a deal. */
export type Sound = "move" | "turn" | "trick" | "end";

/** The fields of the games that tell how far a deal has come. */
interface Facts {
  phase?: string;
  board?: number;
  hand?: number;
  game_no?: number;
  turns?: number;
  calls?: object;
  bids?: object;
  plays?: object;
  tricks?: readonly number[];
}

/** Returns the sounds of a change, in the order in which they are to be heard. A new deal alone makes none. */
export function soundsBetween(before: ViewUpdate | null, now: ViewUpdate): Sound[] {
  if (before === null) return [];
  const then = before.pub as Facts, pub = now.pub as Facts, sounds: Sound[] = [];
  if (dealOf(then) === dealOf(pub) && then.phase !== "deal") {
    if (movesOf(pub) > movesOf(then)) sounds.push("move");
    if (tricksOf(pub) > tricksOf(then)) sounds.push("trick");
    if (pub.phase === "over" && then.phase !== "over") sounds.push("end");
  }
  // A player who leads to a trick after winning it, or plays from dummy, goes on with the same turn.
  if (now.own?.decision != null && before.own?.decision == null) sounds.push("turn");
  return sounds;
}

function dealOf({ board, hand, game_no }: Facts): unknown {
  return board ?? hand ?? game_no;
}

function movesOf({ turns = 0, calls = {}, bids = {}, plays = {} }: Facts): number {
  return turns + [calls, bids, plays].reduce((sum, each) => sum + Object.keys(each).length, 0);
}

function tricksOf({ tricks = [] }: Facts): number {
  return tricks.reduce((sum, each) => sum + each, 0);
}
