/** The choice of a player on the table before the move is sent: pure functions. */

import type { Typed } from "../ui/typing.ts";
import type { Action, HanabiAction, HanabiOwn, HanabiPub } from "../wire/protocol.ts";
import { type Position, surelyCritical, surelyMisplayed } from "./model.ts";
import { colorLooks } from "./symbols.ts";
import type { Clue } from "./variant.ts";

export function sameClue(one: Clue, other: Clue | null): boolean {
  if (other === null || one.to !== other.to) return false;
  if (one.t === "color") return other.t === "color" && one.color === other.color;
  return other.t === "rank" && one.rank === other.rank;
}

/**
 * Returns true for a move that the player can know to be bad: a play that is a strike, or a discard of the last
 * copy of a needed card. Cards of inverted suits are discarded by a play, so there it is not asked.
 */
export function isRisky(shown: Position, kind: "play" | "discard", order: number): boolean {
  if (shown.variant.suits.some((suit) => suit.inverted)) return false;
  const card = shown.hands.flatMap((hand) => hand.cards).find((each) => each.order === order);
  if (card === undefined) return false;
  return kind === "play" ? surelyMisplayed(shown, card) : surelyCritical(shown, card);
}

/** A move of the player that the server has not stored yet. */
export type Made = Exclude<HanabiAction, { t: "vote" }>;

/** Returns the move that the server has not stored yet, null for none. */
export function pendingMove(action: Action | null): Made | null {
  switch (action?.t) {
    case "play":
    case "discard":
    case "color":
    case "rank":
      return action as Made;
    default:
      return null;
  }
}

/** The effects of typed moves. */
export interface Doing {
  look: (order: number) => void;
  attempt: (kind: "play" | "discard", order: number) => void;
  clue: (clue: Clue) => void;
  vote: () => void;
  note: () => void;
}

/** Returns the moves that can be typed now: no text is the beginning of another. */
export function typedMoves(
  pub: HanabiPub,
  own: HanabiOwn | null,
  mine: number | null,
  doing: Doing,
): Typed[] {
  if (mine === null) return [];
  const hand = pub.hands[mine] ?? [];
  const letters = colorLooks(pub.variant).map((look) => look.letter.toLowerCase());
  const slot = (order: number) => hand.includes(order) ? String(hand.length - hand.indexOf(order)) : "d";
  const moves: Typed[] = [
    ...hand.map((order) => ({ texts: [`m${slot(order)}`], act: () => doing.look(order) })),
    ...(own?.plays ?? []).map((order) => ({
      texts: [`p${slot(order)}`],
      act: () => doing.attempt("play", order),
    })),
    ...(own?.discards ?? []).map((order) => ({
      texts: [`d${slot(order)}`],
      act: () => doing.attempt("discard", order),
    })),
    ...(own?.clues ?? []).map((clue) => ({
      texts: [`${clue.to + 1}${clue.t === "rank" ? clue.rank : letters[clue.color] ?? "?"}`],
      act: () => doing.clue(clue),
    })),
    { texts: ["n"], act: doing.note },
  ];
  if (own?.may?.includes("vote")) moves.push({ texts: ["vote"], act: doing.vote });
  return moves;
}
