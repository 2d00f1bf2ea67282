/** The picture of a table that is played now, and the way to it. */

import { useEffect, useRef } from "preact/hooks";
import { gameOf } from "../games.ts";
import { words } from "../i18n/index.ts";
import { leaveAllBut, table } from "../page.ts";
import { TablePeople } from "../people/TablePeople.tsx";
import { address } from "../route.ts";
import type { TableRow } from "../wire/protocol.ts";
import { TablePicture } from "./TablePicture.tsx";
import { liveTable } from "./model.ts";
import { shownName } from "./Row.tsx";

/** Shows a table of the game: it stays as long as it is open, so that the picture does not jump. */
export function LiveTable({ rows, game }: { rows: readonly TableRow[]; game: string }) {
  const shown = useRef<string | null>(null), barred = useRef(new Set<string>());
  const row = liveTable(rows, game, shown.current, barred.current);
  shown.current = row?.table ?? null;
  return row === null ? <Empty game={game} /> : (
    <Picture
      key={row.table}
      row={row}
      bar={() => barred.current.add(row.table)}
    />
  );
}

function Picture({ row, bar }: { row: TableRow; bar: () => void }) {
  const said = words.value.lobby, name = shownName(row), store = table(row.table);
  const ended = store.ended.value;
  // The lobby follows only the table that it shows.
  useEffect(() => leaveAllBut([row.table]), [row.table]);
  useEffect(() => {
    if (ended !== null) bar();
  }, [ended]);
  return (
    <section class="panel lobby-live" aria-labelledby="lobby-live" data-live={row.table}>
      <header>
        <h2 id="lobby-live">{name}</h2>
        <a class="button" href={address({ page: "table", id: row.table, seat: null })}>
          {said.watch}
          <span class="heard">: {name}</span>
        </a>
      </header>
      <TablePicture id={row.table} />
      <TablePeople store={store} />
    </section>
  );
}

function Empty({ game }: { game: string }) {
  const said = words.value.lobby;
  return (
    <section class="panel lobby-live lobby-still" aria-labelledby="lobby-live">
      <h2 id="lobby-live">{gameOf(game)?.title(words.value) ?? game}</h2>
      <p class="muted">{said.about[game]}</p>
      <p class="muted">{said.noneLive}</p>
    </section>
  );
}
