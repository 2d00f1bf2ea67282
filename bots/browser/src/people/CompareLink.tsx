/** The way from a table to the results of all tables that play the same boards. */

import { words } from "../i18n/index.ts";
import { address } from "../route.ts";
import type { TableStore } from "../table/store.ts";
import { eventOfSet, setOf } from "./model.ts";

export function CompareLink({ store }: { store: TableStore }) {
  const id = setOf(store.pub.value);
  if (id === null) return null;
  // At a table of an event, the results with the rulings of its directors are those of the event.
  const event = eventOfSet(id);
  return (
    <a
      class="button"
      href={address(
        event === null ? { page: "set", id, scoring: null } : { page: "event", id: event, part: "boards" },
      )}
    >
      {words.value.people.compare}
    </a>
  );
}
