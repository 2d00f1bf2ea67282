/** Moves that the player confirms with a second tap, if the player has chosen so in the settings. */

import { useLayoutEffect, useState } from "preact/hooks";
import { confirmMoves } from "./preferences.ts";

/**
 * Returns the move that waits for its second tap, and a function for each tap on a move.
 *
 * `turn` is another text for another decision: a move that was tapped once must not wait for a later turn.
 */
export function useSecondTap<Move>(
  act: (move: Move) => void,
  turn: string,
): [waiting: Move | null, tap: (move: Move) => void] {
  const [waiting, wait] = useState<Move | null>(null);
  useLayoutEffect(() => wait(null), [turn]);
  return [waiting, (move) => {
    const acts = !confirmMoves.value || waiting === move;
    wait(acts ? null : () => move);
    if (acts) act(move);
  }];
}
