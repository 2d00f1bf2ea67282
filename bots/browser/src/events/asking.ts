/** Requests to an event: each has a number, so that it is done once, also if it has to be sent again. */

import { http } from "../page.ts";
import { HttpRefusal } from "../wire/http.ts";

/** A request that the server cannot store now is sent again for this time (ms). */
const PATIENCE_MS = 15_000;
/** The pause before it is sent again, if the server names none (ms). */
const PAUSE_MS = 500;

let last = 0;

/** Returns a number for a request, larger than those before it. */
function nextId(): number {
  last = Math.max(last + 1, Date.now());
  return last;
}

/** Sends a request to an address of events, and returns the answer. `onAgain` is called if it has to be sent again.
 *
 * Throws an HttpRefusal.
 */
export async function sendOnce(path: string, request: object, onAgain?: () => void): Promise<unknown> {
  const body = { ...request, id: nextId() }, ends = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await http.post(path, body);
    } catch (error) {
      const isBusy = error instanceof HttpRefusal && error.code === "unavailable" && Date.now() < ends;
      if (!isBusy) throw error;
      onAgain?.();
      await new Promise((resolve) => setTimeout(resolve, error.retryMs ?? PAUSE_MS));
    }
  }
}
