/** The wait for a seat at a table with other people: it goes on while the page shows other screens. */

import { signal } from "@preact/signals";
import { connection, queued } from "../page.ts";
import { go } from "../route.ts";
import type { QueueRequest, RefusedUpdate } from "../wire/protocol.ts";

export type WaitFor = Pick<QueueRequest, "game" | "pace" | "robots">;

/** The game and the pace that the player waits for, null while the player does not wait. */
export const waiting = signal<WaitFor | null>(null);

/** Waits for a seat, and then shows the table. Returns the refusal, or null once the wait has ended. */
export async function waitForSeat(wish: WaitFor): Promise<RefusedUpdate | null> {
  queued.value = null;
  waiting.value = wish;
  const answer = await connection.ask({ t: "queue", ...wish });
  if (waiting.value === wish) waiting.value = null;
  if (answer.t === "refused") return answer;
  if (answer.t === "done" && answer.table != null) go({ page: "table", id: answer.table, seat: null });
  return null;
}

/** Ends the wait. */
export async function stopWaiting(): Promise<void> {
  waiting.value = null;
  await connection.ask({ t: "unqueue" });
}
