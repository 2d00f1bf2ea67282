/** A match of two tables: both rooms side by side, the running score, and the commentary. */

import { gameOf } from "../games.ts";
import { words } from "../i18n/index.ts";
import { table } from "../page.ts";
import { Chat } from "../people/Chat.tsx";
import { useTableName } from "../people/shown.ts";
import { TablePeople } from "../people/TablePeople.tsx";
import { address } from "../route.ts";
import { Loaded } from "../ui/Loaded.tsx";
import { TablePicture } from "./TablePicture.tsx";
import { matchName } from "./model.ts";

export function MatchPage({ ids }: { ids: readonly string[] }) {
  const said = words.value.lobby;
  const [first = "", second] = ids;
  const store = table(first);
  const name = matchName(useTableName(first), useTableName(second ?? first));
  const game = gameOf(store.game.value);
  const rooms = [[first, said.openRoom], [second, said.closedRoom]] as const;
  return (
    <section class="lobby-match-page" aria-labelledby="match-title">
      <h1 id="match-title">{name || said.match}</h1>
      <p class="muted">{words.value.people.seesHands.match}</p>
      <div class="lobby-rooms">
        {rooms.map(([id, name]) =>
          id && (
            <section key={id} class="panel lobby-cell" aria-label={name} data-table={id}>
              <header>
                <h2>{name}</h2>
                <a class="button" href={address({ page: "table", id, seat: null })}>
                  {said.openTable}
                  <span class="heard">: {name}</span>
                </a>
              </header>
              <TablePicture id={id} />
              <TablePeople store={table(id)} />
            </section>
          )
        )}
      </div>
      <div class="lobby-match-side">
        {game?.hasMatches && store.view.value !== null
          ? (
            <Loaded part={game.part}>
              {({ MatchScore }) => MatchScore && <MatchScore store={store} />}
            </Loaded>
          )
          : <p class="muted">{said.matchNone}</p>}
        <section class="panel" aria-label={said.commentary}>
          <h2>{said.commentary}</h2>
          <Chat store={store} />
        </section>
      </div>
    </section>
  );
}
