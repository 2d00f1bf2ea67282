/** The lobby: a game at once, the open tables, and the way to a table of one's own. */

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { allGames, gameOf } from "../games.ts";
import { language, words } from "../i18n/index.ts";
import { type Part, prefetchWhenIdle } from "../parts.ts";
import { useOwnTable } from "../people/ownTable.ts";
import { address, go } from "../route.ts";
import { useListing } from "./listing.ts";
import { busiest, byTitle, crowd } from "./model.ts";
import { OpenTable } from "./OpenTable.tsx";
import { PlayNow } from "./PlayNow.tsx";
import { chosen, Row, shownName } from "./Row.tsx";

/** The game for which a table is about to be opened; null while none is. */
export const opening = signal<string | null>(null);
/** A search begins this time after the last key (ms). */
const TYPING_MS = 300;

/** `table` is the part that shows a table: it is brought before it is needed. */
export function LobbyPage({ table }: { table: Part<object> }) {
  const said = words.value.lobby, opened = allGames().filter((each) => each.isOpened);
  const [game, setGame] = useState<string | null>(null);
  const [typed, setTyped] = useState("");
  const [text, setText] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim().slice(0, 60)), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { rows, more } = useListing(game, text);
  const isListed = rows !== null;
  useEffect(() => {
    if (isListed) prefetchWhenIdle([table, ...opened.map((each) => each.part)]);
  }, [isListed]);
  const busy = busiest(rows ?? []);
  const filters = [null, ...opened.map((each) => each.name)];
  const titles = allGames().map((each) => each.title(words.value));
  const groups = byTitle(rows ?? [], titles, (row) => gameOf(row.game)?.title(words.value) ?? row.game);
  return (
    <div class="lobby">
      <BackToTable />
      <section class="lobby-start" aria-labelledby="lobby-welcome">
        <h1 id="lobby-welcome">{said.welcome}</h1>
        <p class="muted">{said.intro}</p>
        <ul class="lobby-games">
          {opened.map((each) => (
            <PlayNow
              key={each.name}
              game={each}
              open={() => opening.value = each.name}
            />
          ))}
        </ul>
      </section>
      <section class="lobby-tables" aria-labelledby="lobby-tables">
        <header>
          <h2 id="lobby-tables">{said.title}</h2>
          {busy !== null && (
            <a
              class="button"
              href={address({ page: "table", id: busy.table, seat: null })}
              title={said.busiestName(shownName(busy))}
            >
              {said.busiest} {crowd(busy) > 0 && <span class="lobby-crowd">{crowd(busy)}</span>}
            </a>
          )}
        </header>
        <div class="lobby-filters">
          <div class="row" role="group" aria-label={said.filter}>
            {filters.map((each) => (
              <button
                type="button"
                key={each ?? ""}
                class="lobby-chip"
                aria-pressed={game === each}
                onClick={() => setGame(each)}
              >
                {each === null ? said.all : gameOf(each)?.title(words.value)}
              </button>
            ))}
          </div>
          <input
            type="search"
            placeholder={said.search}
            aria-label={said.search}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </div>
        {rows === null
          ? <p class="waiting" aria-busy="true">{said.loading}</p>
          : rows.length === 0
          ? <p class="muted lobby-none">{text || game !== null ? said.noneOfThese : said.none}</p>
          : groups.map(([name, each]) => (
            <section key={name} class="lobby-group" aria-label={name}>
              <h3>
                {name} <span class="muted">{said.count(each.length)}</span>
              </h3>
              <ul class="lobby-rows">
                {each.map((row) => <Row key={row.table} row={row} screen={table} />)}
              </ul>
            </section>
          ))}
        {more !== null && <button type="button" onClick={more}>{said.more}</button>}
      </section>
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

/** The way back to the table at which the player still has a seat. */
function BackToTable() {
  const own = useOwnTable(), said = words.value.lobby;
  if (own === null) return null;
  const game = gameOf(own.game), label = game?.seatName(own.seat, words.value, null) ?? String(own.seat + 1);
  return (
    <p class="panel lobby-back">
      {said.seated(own.name || said.unnamed(game?.title(words.value) ?? own.game), label)}
      <a class="button primary" href={address({ page: "table", id: own.table, seat: null })}>{said.back}</a>
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
