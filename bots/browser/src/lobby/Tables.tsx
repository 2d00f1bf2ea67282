/** The list of open tables, with a filter and a search. */

import { useEffect, useState } from "preact/hooks";
import { allGames, gameOf } from "../games.ts";
import { words } from "../i18n/index.ts";
import type { Part } from "../parts.ts";
import type { TableRow } from "../wire/protocol.ts";
import { useListing } from "./listing.ts";
import { byTitle } from "./model.ts";
import { Row } from "./Row.tsx";

/** A search begins this time after the last key (ms). */
const TYPING_MS = 300;

/** The game and the text of a search, and the rows that it finds. */
function useSearch() {
  const [game, setGame] = useState<string | null>(null);
  const [typed, setTyped] = useState("");
  const [text, setText] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim().slice(0, 60)), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return { game, setGame, typed, setTyped, text, ...useListing(game, text) };
}

export type Search = ReturnType<typeof useSearch>;
export { useSearch };

/** `screen` is the part that shows a table. */
export function Tables({ search, screen }: { search: Search; screen: Part<object> }) {
  const said = words.value.lobby, { rows, more } = search;
  return (
    <section class="lobby-tables" aria-labelledby="lobby-tables">
      <header>
        <h2 id="lobby-tables">{said.title}</h2>
        <Filters search={search} />
      </header>
      {rows === null
        ? <p class="waiting" aria-busy="true">{said.loading}</p>
        : rows.length === 0
        ? (
          <p class="muted lobby-none">
            {search.text || search.game !== null ? said.noneOfThese : said.none}
          </p>
        )
        : <Groups rows={rows} screen={screen} />}
      {more !== null && <button type="button" onClick={more}>{said.more}</button>}
    </section>
  );
}

function Filters({ search }: { search: Search }) {
  const said = words.value.lobby;
  const filters = [null, ...allGames().filter((each) => each.isOpened).map((each) => each.name)];
  return (
    <div class="lobby-filters">
      <div class="row" role="group" aria-label={said.filterTables}>
        {filters.map((each) => (
          <button
            type="button"
            key={each ?? ""}
            class="lobby-chip"
            aria-pressed={search.game === each}
            onClick={() => search.setGame(each)}
          >
            {each === null ? said.all : gameOf(each)?.title(words.value)}
          </button>
        ))}
      </div>
      <input
        type="search"
        placeholder={said.search}
        aria-label={said.search}
        value={search.typed}
        onInput={(event) => search.setTyped(event.currentTarget.value)}
      />
    </div>
  );
}

function Groups({ rows, screen }: { rows: readonly TableRow[]; screen: Part<object> }) {
  const titles = allGames().map((each) => each.title(words.value));
  const groups = byTitle(rows, titles, (row) => gameOf(row.game)?.title(words.value) ?? row.game);
  return groups.map(([name, each]) => (
    <section key={name} class="lobby-group" aria-label={name}>
      <h3>
        {name} <span class="muted">{words.value.lobby.count(each.length)}</span>
      </h3>
      <ul class="lobby-rows">
        {each.map((row) => <Row key={row.table} row={row} screen={screen} />)}
      </ul>
    </section>
  ));
}
