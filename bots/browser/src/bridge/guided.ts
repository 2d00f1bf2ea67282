/** The table of the first board, at which a beginner is led step by step. */

import { signal } from "@preact/signals";

const KEY = "kibitz.firstBoard";

/** The id of the table, null without one; it is kept for a page that is loaded again. */
export const guided = signal<string | null>(read());

/** Leads the player at a table from now on, or no longer with null. */
export function guide(table: string | null): void {
  guided.value = table;
  try {
    if (table === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, table);
  } catch {
    // Without a storage, the player is led until the page is loaded again.
  }
}

function read(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
