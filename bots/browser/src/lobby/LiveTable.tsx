/** The picture of a table that is played now, and the way to it. */

import { useEffect, useRef, useState } from "preact/hooks";
import { gameOf } from "../games.ts";
import { words } from "../i18n/index.ts";
import { leaveAllBut, table } from "../page.ts";
import { TablePeople } from "../people/TablePeople.tsx";
import { address } from "../route.ts";
import type { TableRow } from "../wire/protocol.ts";
import { TablePicture } from "./TablePicture.tsx";
import { liveTable } from "./model.ts";
import { shownName } from "./Row.tsx";

/** Shows a table of the game, once the rows are known: it stays as long as it is open, so that the picture does not jump. */
export function LiveTable({ rows, game }: { rows: readonly TableRow[] | null; game: string }) {
  const shown = useRef<string | null>(null), barred = useRef(new Set<string>());
  const isSeen = useSeen();
  const row = isSeen ? liveTable(rows ?? [], game, shown.current, barred.current) : null;
  const id = row?.table ?? null;
  // The lobby follows only the table that it shows.
  useEffect(() => leaveAllBut(id === null ? [] : [id]), [id]);
  shown.current = id;
  return row === null ? <Empty game={game} isKnown={rows !== null && isSeen} /> : (
    <Picture
      key={row.table}
      row={row}
      bar={() => barred.current.add(row.table)}
    />
  );
}

/** Returns true while the page can be seen: robots shall not play for a page behind others. */
function useSeen(): boolean {
  const [isSeen, setSeen] = useState(document.visibilityState === "visible");
  useEffect(() => {
    const look = () => setSeen(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return isSeen;
}

function Picture({ row, bar }: { row: TableRow; bar: () => void }) {
  const said = words.value.lobby, name = shownName(row), store = table(row.table);
  const ended = store.ended.value;
  useEffect(() => {
    if (ended !== null) bar();
  }, [ended]);
  return (
    <section class="panel lobby-live" aria-label={said.live} data-live={row.table}>
      <header>
        <h2>{name}</h2>
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

/** The game in place of a table; `isKnown` is true once the server has told that there is none. */
function Empty({ game, isKnown }: { game: string; isKnown: boolean }) {
  const said = words.value.lobby;
  return (
    <section class="panel lobby-live lobby-still" aria-label={said.live}>
      <h2>{gameOf(game)?.title(words.value) ?? game}</h2>
      <p class="muted">{said.about[game]}</p>
      {isKnown && <p class="muted">{said.noneLive}</p>}
    </section>
  );
}
