/** The lobby: a game at once, a table that is played now, and the open tables. */

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { allGames, gameOf } from "../games.ts";
import { language, words } from "../i18n/index.ts";
import { type Part, prefetchWhenIdle } from "../parts.ts";
import { type OwnTable, useOwnTables } from "../people/ownTable.ts";
import { tableTitle } from "../people/shown.ts";
import { address, go } from "../route.ts";
import { lobbyGame } from "../ui/preferences.ts";
import { LiveTable } from "./LiveTable.tsx";
import { OpenTable } from "./OpenTable.tsx";
import { PeopleHere } from "./PeopleHere.tsx";
import { chosen } from "./Row.tsx";
import { Start } from "./Start.tsx";
import { Tables, useSearch } from "./Tables.tsx";

/** The game for which a table is about to be opened; null while none is. */
export const opening = signal<string | null>(null);

/** `table` is the part that shows a table: it is brought before it is needed. */
export function LobbyPage({ table }: { table: Part<object> }) {
  const own = useOwnTables();
  const opened = allGames().filter((each) => each.isOpened);
  const search = useSearch(), { every, queues } = search;
  const isListed = every !== null;
  useEffect(() => {
    if (isListed) prefetchWhenIdle([table, ...opened.map((each) => each.part)]);
  }, [isListed]);
  const game = opened.find((each) => each.name === lobbyGame.value) ?? opened[0];
  if (game === undefined) return null;
  return (
    <div class="lobby">
      {own.map((each) => <BackToTable key={each.table} own={each} several={own.length > 1} />)}
      <div class="lobby-first">
        <Start
          game={game}
          choose={(name) => lobbyGame.value = name}
          open={() => opening.value = game.name}
          queues={queues}
        />
        <LiveTable key={game.name} rows={every ?? []} game={game.name} />
      </div>
      {every !== null && <PeopleHere rows={every} queues={queues} />}
      <Tables search={search} screen={table} />
      <Chosen />
      {opening.value !== null && (
        <OpenTable
          key={language.value}
          game={opening.value}
          close={() => opening.value = null}
        />
      )}
    </div>
  );
}

/** The way back to a table at which the player still has a seat. */
function BackToTable({ own, several }: { own: OwnTable; several: boolean }) {
  const said = words.value.lobby;
  const game = gameOf(own.game), label = game?.seatName(own.seat, words.value, null) ?? String(own.seat + 1);
  const title = tableTitle(own.name, own.game);
  return (
    <p class="panel lobby-back">
      {said.seated(title, label)}
      <a class="button primary" href={address({ page: "table", id: own.table, seat: null })}>
        {said.back}
        {several && <span class="heard">: {title}</span>}
      </a>
    </p>
  );
}

/** The tables that are chosen, and the ways to see them together. */
function Chosen() {
  const said = words.value.lobby, ids = chosen.value;
  if (ids.length === 0) return null;
  return (
    <div class="lobby-chosen" role="region" aria-label={said.selected(ids.length)}>
      <span aria-live="polite">{said.selected(ids.length)}</span>
      <button type="button" onClick={() => chosen.value = []}>{said.clear}</button>
      <button type="button" class="primary" onClick={() => go({ page: "tables", ids: [...ids] })}>
        {said.watchTogether}
      </button>
    </div>
  );
}
