/** The lobby: a game at once, a table that is played now, and the open tables. */

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { allGames, gameOf } from "../games.ts";
import { language, words } from "../i18n/index.ts";
import { type Part, prefetchWhenIdle } from "../parts.ts";
import { type OwnTable, useOwnTables } from "../people/ownTable.ts";
import { type OpeningPart, tableTitle } from "../people/shown.ts";
import { address, go } from "../route.ts";
import { Loaded } from "../ui/Loaded.tsx";
import { lobbyGame } from "../ui/preferences.ts";
import { LiveTable } from "./LiveTable.tsx";
import { PeopleHere } from "./PeopleHere.tsx";
import { chosen } from "./Row.tsx";
import { Start } from "./Start.tsx";
import { Tables, useSearch } from "./Tables.tsx";

/** The game for which a table is about to be opened; null while none is. */
const opened = signal<string | null>(null);

/** `table` is the part that shows a table: it is brought before it is needed, as is `opening`. */
export function LobbyPage({ table, opening }: { table: Part<object>; opening: OpeningPart }) {
  const own = useOwnTables();
  const games = allGames().filter((each) => each.isOpened);
  const search = useSearch(), { every, queues } = search;
  const isListed = every !== null;
  useEffect(() => {
    if (isListed) prefetchWhenIdle([table, opening, ...games.map((each) => each.part)]);
  }, [isListed]);
  const game = games.find((each) => each.name === lobbyGame.value) ?? games[0];
  if (game === undefined) return null;
  return (
    <div class="lobby">
      {own.map((each) => <BackToTable key={each.table} own={each} several={own.length > 1} />)}
      <div class="lobby-first">
        <Start
          game={game}
          choose={(name) => lobbyGame.value = name}
          open={() => opened.value = game.name}
          queues={queues}
        />
        <LiveTable key={game.name} rows={every} game={game.name} />
      </div>
      {every !== null && <PeopleHere rows={every} queues={queues} />}
      <p>
        <a class="button" href={address({ page: "events" })}>{words.value.lobby.events} ›</a>
      </p>
      <Tables search={search} screen={table} />
      <Chosen />
      <Opening part={opening} />
    </div>
  );
}

/** The window that opens a table, while one is about to be opened. */
function Opening({ part }: { part: OpeningPart }) {
  const game = opened.value;
  if (game === null) return null;
  return (
    <Loaded part={part}>
      {({ OpenTable }) => <OpenTable key={language.value} game={game} close={() => opened.value = null} />}
    </Loaded>
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
