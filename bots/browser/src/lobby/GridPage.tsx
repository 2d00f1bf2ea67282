/** Several tables side by side, each as a small picture. */

import { gameOf } from "../games.ts";
import { words } from "../i18n/index.ts";
import { table } from "../page.ts";
import { tableTitle, useTableName } from "../people/shown.ts";
import { TablePeople } from "../people/TablePeople.tsx";
import { address, go } from "../route.ts";
import { TablePicture } from "./TablePicture.tsx";

export function GridPage({ ids }: { ids: readonly string[] }) {
  const said = words.value.lobby;
  return (
    <section class="lobby-grid-page" aria-labelledby="grid-title">
      <h1 id="grid-title">{said.grid}</h1>
      <ul class="lobby-grid">
        {ids.map((id) => <Cell key={id} id={id} ids={ids} />)}
      </ul>
    </section>
  );
}

function Cell({ id, ids }: { id: string; ids: readonly string[] }) {
  const said = words.value.lobby, store = table(id);
  const game = gameOf(store.game.value);
  const name = useTableName(id), title = game === undefined ? name : tableTitle(name, game.name);
  // Several tables may have one name: the place on this page tells them apart.
  const placed = ids.length > 1 ? `${title} (${ids.indexOf(id) + 1})` : title;
  const others = ids.filter((each) => each !== id);
  return (
    <li class="panel lobby-cell" data-table={id}>
      <header>
        <h2>{title}</h2>
        <a class="button" href={address({ page: "table", id, seat: null })}>
          {said.openTable}
          <span class="heard">: {placed}</span>
        </a>
        <button
          type="button"
          class="icon"
          aria-label={said.remove(placed)}
          onClick={() => go(others.length ? { page: "tables", ids: others } : { page: "lobby" })}
        >
          ×
        </button>
      </header>
      <TablePicture id={id} />
      <TablePeople store={store} />
    </li>
  );
}
