/** The list of open tables, kept up to date while it is shown. */

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { connection } from "../page.ts";
import type { LobbyRequest, LobbyUpdate, QueueRow, TableRow } from "../wire/protocol.ts";
import { mergedRows } from "./model.ts";

/** The time between two looks at the first page (ms); the server allows one a second. */
const AGAIN_MS = 2_000;

export interface Listing {
  /** The tables, null before the first answer. */
  rows: TableRow[] | null;
  /** The tables with the most people, of all games and without a search; null before the first answer. */
  every: TableRow[] | null;
  /** The games and paces for which players wait. */
  queues: readonly QueueRow[];
  /** Reads the next page; null if there is none. */
  more: (() => void) | null;
}

/** Lists the tables of a game, or of all games, with a text in their name. */
export function useListing(game: string | null, text: string): Listing {
  const rows = useSignal<TableRow[] | null>(null);
  const every = useSignal<TableRow[] | null>(null);
  const queues = useSignal<readonly QueueRow[]>([]);
  const cursor = useSignal<string | null>(null);
  const next = useRef<(() => void) | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined, shown = true, further: TableRow[] = [];
    rows.value = cursor.value = null;
    const wanted = { ...(game === null ? {} : { game }), ...(text ? { text } : {}) };
    async function look(): Promise<void> {
      if (document.visibilityState === "visible") {
        const answer = await ask(wanted);
        if (!shown) return;
        if (answer !== null) {
          rows.value = mergedRows(answer.rows, further);
          queues.value = answer.queues ?? [];
          // During a search the rest of the page stays as it was.
          if (game === null && text === "") every.value = answer.rows;
          // While further pages are shown, the cursor stays behind the last one of them.
          if (further.length === 0) cursor.value = answer.cursor ?? null;
        }
      }
      timer = setTimeout(look, AGAIN_MS);
    }
    next.current = async () => {
      const answer = await ask({ ...wanted, cursor: cursor.value });
      if (!shown || answer === null) return;
      further = mergedRows(further, answer.rows);
      cursor.value = answer.cursor ?? null;
      rows.value = mergedRows(rows.value ?? [], further);
    };
    void look();
    return () => {
      shown = false;
      clearTimeout(timer);
    };
  }, [game, text]);
  return {
    rows: rows.value,
    every: every.value,
    queues: queues.value,
    more: cursor.value === null ? null : () => next.current?.(),
  };
}

/** Returns an answer to `lobby`, after the pause that the server may ask for; null without a connection. */
async function ask(wanted: Omit<LobbyRequest, "t" | "id">): Promise<LobbyUpdate | null> {
  for (;;) {
    const answer = await connection.ask({ t: "lobby", ...wanted });
    if (answer.t === "lobby") return answer;
    if (answer.t !== "refused" || answer.code !== "rate_limited") return null;
    await new Promise((resolve) => setTimeout(resolve, answer.retry_ms ?? 1_000));
  }
}
