/** The small picture of a table, for the places that show tables beside other things. */

import { gameOf } from "../games.ts";
import { words } from "../i18n/index.ts";
import { table } from "../page.ts";
import { Loaded } from "../ui/Loaded.tsx";

/** The small picture of a table, or why there is none. */
export function TablePicture({ id }: { id: string }) {
  const said = words.value.ui, store = table(id);
  const game = gameOf(store.game.value), ended = store.ended.value;
  if (ended !== null) {
    return (
      <p class="muted" role="status">
        {ended.code === "closed"
          ? said.tableClosed
          : ended.code === "no_such_table"
          ? said.refusals.no_such_table()
          : said.forbidden} {ended.message}
      </p>
    );
  }
  if (store.view.value === null) return <p class="waiting" aria-busy="true">{said.status.connecting}</p>;
  return game && (
    <div class="lobby-picture">
      <Loaded part={game.part}>{({ Miniature }) => <Miniature store={store} />}</Loaded>
    </div>
  );
}
