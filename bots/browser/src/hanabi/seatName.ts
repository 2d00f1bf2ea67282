import type { Words } from "../i18n/index.ts";

/** Returns the name of a seat: its number from 1. */
export function seatName(seat: number, words: Words): string {
  return words.hanabi.seat(seat + 1);
}
