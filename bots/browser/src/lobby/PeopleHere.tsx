/** The people at the tables of the list and in the queue: how many, and the names of those who sit. */

import { words } from "../i18n/index.ts";
import { guest } from "../people/guest.ts";
import { address } from "../route.ts";
import type { QueueRow, TableRow } from "../wire/protocol.ts";
import { peopleHere } from "./model.ts";

/** The most names that are shown. */
const NAMES = 12;

export function PeopleHere({ rows, queues }: { rows: readonly TableRow[]; queues: readonly QueueRow[] }) {
  const said = words.value.lobby.here, here = peopleHere(rows, queues);
  const left = here.names.length - NAMES;
  return (
    <section class="lobby-here" aria-label={said.title}>
      <p>
        <b>{said.playing(here.names.length)}</b>
        {here.names.slice(0, NAMES).map((name, index) => (
          <span key={index}>
            <bdi>{name}</bdi>
            {index < Math.min(NAMES, here.names.length) - 1 && ","}
          </span>
        ))}
        {left > 0 && <span>{said.more(left)}</span>}
        {here.watching > 0 && <span class="muted">· {said.watching(here.watching)}</span>}
        {here.waiting > 0 && <span class="muted">· {said.waiting(here.waiting)}</span>}
      </p>
      {guest.value !== null && <a href={address({ page: "games" })}>{words.value.player.nav}</a>}
    </section>
  );
}
