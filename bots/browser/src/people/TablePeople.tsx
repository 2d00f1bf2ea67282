/** The names of the players of a table in one line, for tables that are shown small. */

import { gameOf } from "../games.ts";
import { words } from "../i18n/index.ts";
import { namedWithOwner, robotListed } from "./robots.ts";
import type { TableStore } from "../table/store.ts";

export function TablePeople({ store }: { store: TableStore }) {
  const people = store.people.value, said = words.value.people;
  if (people === null) return null;
  const game = gameOf(store.game.value), pub = store.pub.value;
  return (
    <p class="people-line">
      {people.seats.map((row) => (
        <span key={row.seat}>
          <b>{game?.seatName(row.seat, words.value, pub) ?? row.seat + 1}</b> {row.player != null
            ? namedWithOwner(row)
            : row.robot != null
            ? robotListed(row.name ?? "")
            : said.free}
        </span>
      ))}
      <span class="muted">{said.watchers(people.watchers)}</span>
    </p>
  );
}
