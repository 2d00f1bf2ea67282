/** The table at which the player of this browser sat last, so that the lobby leads back to it. */

import { useEffect, useState } from "preact/hooks";
import { http } from "../page.ts";
import type { TableStore } from "../table/store.ts";
import { HttpRefusal } from "../wire/http.ts";
import type { Pub, SeatRow } from "../wire/protocol.ts";
import { guest } from "./guest.ts";

const KEY = "kibitz.table";

/** A table at which this player has a seat. */
export interface OwnTable {
  table: string;
  name: string;
  game: string;
  seat: number;
}

/** Remembers a table as soon as the player sits there. */
export function useKeptTable(store: TableStore): void {
  const isSeated = store.mySeat.value !== null;
  useEffect(() => {
    if (isSeated) keep(store.id);
  }, [store, isSeated]);
}

/** Returns the remembered table if it is still open and the player still has a seat there, else null. */
export function useOwnTable(): OwnTable | null {
  const [own, setOwn] = useState<OwnTable | null>(null);
  const me = guest.value?.id;
  useEffect(() => {
    const table = kept();
    let wanted = true;
    setOwn(null);
    if (me === undefined || table === null) return;
    http.get(`/v1/tables/${table}`).then((answer) => {
      const found = seatIn(table, answer as Shown, me);
      if (found === null) keep(null);
      if (wanted) setOwn(found);
    }, (error: unknown) => {
      if (error instanceof HttpRefusal && error.code === "no_such_table") keep(null);
    });
    return () => {
      wanted = false;
    };
  }, [me]);
  return own;
}

interface Shown {
  name: string;
  people: { seats: SeatRow[] };
  view: { pub: Pub };
}

function seatIn(table: string, { name, people, view }: Shown, me: string): OwnTable | null {
  const row = people.seats.find((each) => each.player === me || each.owner === me);
  return row === undefined ? null : { table, name, game: view.pub.game, seat: row.seat };
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // The storage is closed to this page.
  }
}

function keep(table: string | null): void {
  try {
    if (table === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, table);
  } catch {
    // Without a storage, only the browser's step back leads to the table.
  }
}
