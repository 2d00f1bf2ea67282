import type { Words } from "../i18n/index.ts";

/** Returns the name of a seat; a player who waits for the next rubber has a seat after the four. */
export function seatName(seat: number, words: Words): string {
  return words.bridge.seats[seat] ?? words.bridge.waitingSeat(seat - 3);
}
