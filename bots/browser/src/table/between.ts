/** The choices of people between a result and the next deal: pure functions of the view and the people. */

import type { Pub, SeatRow, ViewUpdate } from "../wire/protocol.ts";

/** The choice of this page's person between a result and the next deal. */
export interface NextChoice {
  /** True if the person may press Next now. */
  next: boolean;
  /** True if the person may ask the table to wait. */
  wait: boolean;
  /** True after the person has asked the table to wait. */
  waits: boolean;
  /** The seats of the other players that the table waits for: those that asked it, else those that have not pressed. */
  others: number[];
  /** True while a player has asked the table to wait. */
  held: boolean;
}

/** Returns the choice between a result and the next deal, null if there is none; boards of a set follow the clock. */
export function nextChoice(
  view: Pick<ViewUpdate, "next_deal_ms" | "next_seats" | "wait_seats"> & { pub: Pub },
  rows: readonly SeatRow[],
  mySeat: number | null,
  isHost: boolean,
): NextChoice | null {
  const pub = view.pub as { phase?: string; match?: unknown; board_set?: unknown };
  const wanted = view.next_seats ?? [], waiting = view.wait_seats ?? [];
  if (pub.phase !== "over" || pub.match != null || pub.board_set != null) return null;
  if (view.next_deal_ms == null && waiting.length === 0) return null;
  const held = waiting.length > 0, pressed = mySeat !== null && wanted.includes(mySeat);
  const missing = rows.filter((row) => row.player != null && row.here && !wanted.includes(row.seat))
    .map((row) => row.seat);
  return {
    next: (mySeat !== null && !pressed) || (isHost && held),
    wait: mySeat !== null && !waiting.includes(mySeat),
    waits: mySeat !== null && waiting.includes(mySeat),
    others: (held ? waiting : pressed ? missing : []).filter((seat) => seat !== mySeat),
    held,
  };
}
