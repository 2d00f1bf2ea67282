/** A table in the lobby: its seats, its speed, what its watchers see, and the ways to it. */

import { signal } from "@preact/signals";
import { gameOf } from "../games.ts";
import { words } from "../i18n/index.ts";
import { guest } from "../people/guest.ts";
import { namedWithOwner, robotListed } from "../people/robots.ts";
import { tableTitle } from "../people/shown.ts";
import type { Part } from "../parts.ts";
import { address } from "../route.ts";
import { onlyRobots, seatState } from "../table/seats.ts";
import { shownNumber } from "../ui/numbers.ts";
import type { SeatRow, TableRow } from "../wire/protocol.ts";
import { clockWords, handsWords, openSeats } from "./model.ts";

/** The tables that are chosen for the grid, by id, in the order of the choice. */
export const chosen = signal<readonly string[]>([]);

export function shownName(row: TableRow): string {
  return tableTitle(row.name, row.game);
}

export function Row({ row, screen }: {
  row: TableRow;
  /** The part that shows a table. */
  screen: Part<object>;
}) {
  const said = words.value.lobby, name = shownName(row);
  const open = openSeats(row, guest.value?.id), { free } = open;
  const marked = chosen.value.includes(row.table);
  const officials = (row.directors?.length ?? 0) + (row.commentators?.length ?? 0);
  function prefetch(): void {
    screen.prefetch();
    gameOf(row.game)?.part.prefetch();
  }
  function mark(on: boolean): void {
    const others = chosen.value.filter((id) => id !== row.table);
    chosen.value = on ? [...others, row.table] : others;
  }
  return (
    <li
      class={marked ? "panel lobby-row chosen" : "panel lobby-row"}
      data-table={row.table}
      onPointerEnter={prefetch}
      onFocusIn={prefetch}
    >
      <header>
        <h4>{name}</h4>
        <label class="lobby-pick" title={said.select(name)}>
          <span aria-hidden="true">{said.selectShort}</span>
          <input
            type="checkbox"
            checked={marked}
            aria-label={said.select(name)}
            onChange={(event) => mark(event.currentTarget.checked)}
          />
        </label>
      </header>
      {row.seats.length === 0 ? <p class="muted">{said.resting}</p> : (
        <ul class="lobby-seats">
          {row.seats.map((seat) => <Seat key={seat.seat} row={row} seat={seat} open={open} />)}
        </ul>
      )}
      <p class="lobby-facts">
        <span>{clockWords(row, said, shownNumber)}</span>
        <span>{handsWords(row, said, shownNumber)}</span>
        {officials > 0 && <span>{said.hands.officials}</span>}
        {row.watchers > 0
          ? <span>{words.value.people.watchers(row.watchers)}</span>
          : onlyRobots(row.seats) && <span>{said.waits}</span>}
      </p>
      <div class="row">
        <a class="button" href={address({ page: "table", id: row.table, seat: null })}>
          {said.watch}
          <span class="heard">: {name}</span>
        </a>
        {free.length > 0 && <span class="lobby-free">{said.freeSeats(free.length)}</span>}
      </div>
    </li>
  );
}

function Seat({ row, seat, open }: { row: TableRow; seat: SeatRow; open: ReturnType<typeof openSeats> }) {
  const said = words.value.lobby, people = words.value.people, state = seatState(seat);
  const game = gameOf(row.game);
  const label = game?.seatName(seat.seat, words.value, null) ?? String(seat.seat + 1);
  const isGame = game?.isOpened ?? false;
  const to = address({ page: "table", id: row.table, seat: seat.seat });
  return (
    <li data-state={state}>
      <span class="lobby-seat">{label}</span>
      {isGame && open.free.includes(seat.seat)
        ? <a class="lobby-take" href={to} aria-label={said.sit(label)}>{said.sitShort}</a>
        : isGame && open.robots.includes(seat.seat)
        ? (
          <a
            class="lobby-robot"
            href={to}
            aria-label={`${robotListed(seat.name ?? "")}: ${said.replaceRobot(label)}`}
            title={said.replaceRobot(label)}
          >
            {robotListed(seat.name ?? "")}
          </a>
        )
        : state === "free"
        ? <span class="muted">{said.free}</span>
        : state === "robot"
        ? <span class="muted">{robotListed(seat.name ?? "")}</span>
        : (
          <span class="lobby-player">
            {namedWithOwner(seat)} {state === "away" && <span class="muted">({people.away})</span>}
          </span>
        )}
    </li>
  );
}
