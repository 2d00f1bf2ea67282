/** The seats of a table, and the players that may take them: pure functions of the server's messages. */

import type { Pub, SeatRow } from "../wire/protocol.ts";

/** The state of a seat: the way in which it is taken, or free. */
export type SeatState = "free" | "robot" | "here" | "away" | "relieved" | "kept";

/**
 * Returns the state of a seat. `relieved` is the seat of a player in whose place a robot plays, since the player's
 * time has run out; `kept` is the seat of an absent player at which a robot or another player plays.
 */
export function seatState(row: SeatRow): SeatState {
  if (row.owner != null) return "kept";
  if (row.player != null && row.robot != null) return "relieved";
  if (row.player != null) return row.here ? "here" : "away";
  return row.robot != null ? "robot" : "free";
}

/** Returns true if robots have all seats, each without a player: they play only while a person is at the table. */
export function onlyRobots(rows: readonly SeatRow[]): boolean {
  return rows.length > 0 && rows.every((row) => seatState(row) === "robot");
}

/** Returns true while cards of a deal are hidden: a deal has begun and has no result. */
export function isHidden(pub: Pub | null): boolean {
  return pub !== null && pub.phase !== "deal" && pub.phase !== "over";
}

/** The facts that decide, beside a seat's row, whether a person may take the seat. */
export interface Sitter {
  /** The id of the player, "" for a person without a name. */
  me: string;
  /** The seat that the player has, or may take back; null without one. */
  seat?: number | null;
  /** True while cards are hidden. */
  hidden?: boolean;
  /** True if the person sees hidden cards at this table, such as a director. */
  seesCards?: boolean;
}

/** Returns true if a person may take a seat, take it back, or move there. */
export function mayBeTaken(
  row: SeatRow,
  { me, seat = null, hidden = false, seesCards = false }: Sitter,
): boolean {
  if (me !== "" && row.owner === me) return true;
  if (row.player != null) return false;
  // A robot plays for an absent player until this player is back. An empty chair stops the game for all.
  if (row.owner != null && row.robot != null) return false;
  if (seat !== null) return !hidden && row.owner == null;
  return !(hidden && seesCards);
}
