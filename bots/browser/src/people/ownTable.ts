/** The tables at which the player of this browser sat last, so that the lobby leads back to them. */

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

/** The number of tables that are remembered. */
const MOST_TABLES = 6;

/** Remembers a table as soon as the player sits there. */
export function useKeptTable(store: TableStore): void {
  const isSeated = store.mySeat.value !== null;
  useEffect(() => {
    if (isSeated) keep([store.id, ...kept().filter((id) => id !== store.id)].slice(0, MOST_TABLES));
  }, [store, isSeated]);
}

/** Returns the remembered tables that are still open and at which the player still has a seat, the last one first. */
export function useOwnTables(): readonly OwnTable[] {
  const [own, setOwn] = useState<readonly OwnTable[]>([]);
  const me = guest.value?.id;
  useEffect(() => {
    let wanted = true;
    setOwn([]);
    if (me === undefined) return;
    const ids = kept();
    void Promise.all(ids.map((id) => ownTable(id, me))).then((found) => {
      keep(ids.filter((_, place) => found[place] !== null));
      if (wanted) setOwn(found.filter((each) => each !== null && each !== undefined));
    });
    return () => {
      wanted = false;
    };
  }, [me]);
  return own;
}

/** Returns the player's seat at a table, null if the player has none, and undefined while the server cannot tell. */
async function ownTable(table: string, me: string): Promise<OwnTable | null | undefined> {
  try {
    return seatIn(table, await http.get(`/v1/tables/${table}`) as Shown, me);
  } catch (error) {
    return error instanceof HttpRefusal && error.code === "no_such_table" ? null : undefined;
  }
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

function kept(): string[] {
  try {
    return localStorage.getItem(KEY)?.split(" ").filter(Boolean) ?? [];
  } catch {
    return []; // The storage is closed to this page.
  }
}

function keep(tables: readonly string[]): void {
  try {
    if (tables.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, tables.join(" "));
  } catch {
    // Without a storage, only the browser's step back leads to a table.
  }
}
