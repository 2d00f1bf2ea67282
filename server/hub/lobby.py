"""The lobby: which tables are open, awake in this hub or asleep in the store."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from protocol.v1.updates import TableRow
from server.hub.room import Room
from server.store.interface import Store
from server.table.sight import status

PAGE = 50
LISTING_MS = 1_000
AGAIN_S = 1.0


class Lobby:
    """Open tables by pages; `awake` are the tables in memory."""

    def __init__(self, store: Store, now_ms: Callable[[], int], awake: Mapping[str, Room]) -> None:
        self._store = store
        self._now_ms = now_ms
        self._awake = awake
        self._asleep: dict[str, TableRow] = {}
        self._listed: tuple[int, list[str]] | None = None

    async def list_sleepers(self) -> None:
        """Learn which tables sleep in the store; returns when it has told all of them."""
        while True:
            try:
                for table in await self._store.tables():
                    about = await self._store.about(table)
                    if about is not None:
                        self._asleep.setdefault(table, _sleeper(table, *about))
                return
            except OSError:
                await asyncio.sleep(AGAIN_S)

    def sleeps(self, room: Room) -> None:
        """A table leaves memory; one that is closed, or not for everybody, is not listed."""
        row = _row(room)
        if row.status == "open":
            self._asleep[row.table] = row
        else:
            self._asleep.pop(row.table, None)

    def page(
        self, game: str | None, text: str | None, cursor: str | None
    ) -> tuple[list[TableRow], str | None]:
        """Open tables by id, at most `PAGE`, after `cursor`; and the cursor of the next page."""
        found = list(islice(self._search(game, (text or "").lower(), cursor or ""), PAGE + 1))
        return found[:PAGE], found[PAGE - 1].table if len(found) > PAGE else None

    def _search(self, game: str | None, text: str, cursor: str) -> Iterator[TableRow]:
        def fits(kind: str, name: str, table: str) -> bool:
            return game in (None, kind) and text in f"{name} {table}".lower()

        tables = self._tables()
        for table in islice(tables, bisect_right(tables, cursor), None):
            room = self._awake.get(table)
            row = self._asleep.get(table) if room is None else None
            if room is not None:
                if status(room.table) == "open" and fits(room.table.game.name, room.name, table):
                    yield _row(room)
            elif row is not None and fits(row.game, row.name, table):
                yield row

    def _tables(self) -> list[str]:
        """All ids in their order, sorted at most once a second however many look."""
        now_ms = self._now_ms()
        if self._listed is None or not 0 <= now_ms - self._listed[0] < LISTING_MS:
            self._listed = now_ms, sorted({*self._asleep, *self._awake})
        return self._listed[1]


def _row(room: Room) -> TableRow:
    return TableRow(
        table=room.table.id,
        game=room.table.game.name,
        name=room.name,
        status=status(room.table),
        seats=room.gallery.people.seats(room.table),
        watchers=room.gallery.people.watchers(room.table),
    )


def _sleeper(table: str, game: str, name: str) -> TableRow:
    return TableRow(table=table, game=game, name=name, status="open", seats=(), watchers=0)
