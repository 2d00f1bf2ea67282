/** All hands for a watcher who has not chosen another view. */

import { useEffect, useRef } from "preact/hooks";
import type { TableStore } from "../table/store.ts";
import { guest } from "./guest.ts";
import { mayWatchAll, rightsOf } from "./model.ts";

/** Shows all hands to a watcher of a table once, as soon as the host allows it, if `wanted`. */
export function useAllHands(store: TableStore, wanted: boolean): void {
  const isDone = useRef(false);
  const people = store.people.value;
  const due = wanted && store.audience.value === "public" &&
    mayWatchAll(rightsOf(people, guest.value?.id ?? ""), people);
  useEffect(() => {
    if (!due || isDone.current) return;
    isDone.current = true; // A watcher who then chooses another view keeps it.
    // The person has not asked for it, and needs no word about a refusal.
    void store.follow("all").then((refused) => refused !== null && (store.refusal.value = null));
  }, [due]);
}
