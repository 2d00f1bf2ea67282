/** The way from a table to the results of all tables that play the same boards. */

import { words } from "../i18n/index.ts";
import { address } from "../route.ts";
import type { TableStore } from "../table/store.ts";
import { setOf } from "./model.ts";

export function CompareLink({ store }: { store: TableStore }) {
  const id = setOf(store.pub.value);
  if (id === null) return null;
  return (
    <a class="button" href={address({ page: "set", id, scoring: null })}>
      {words.value.people.compare}
    </a>
  );
}
