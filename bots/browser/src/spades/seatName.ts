import type { Words } from "../i18n/index.ts";

/** Returns the name of a seat: its number from 1, clockwise; compass points would not fit three or five players. */
export function seatName(seat: number, words: Words): string {
  return words.spades.seat(seat + 1);
}
