"""The lobby: the list of open tables.

A table is called awake if it is in this hub's memory, and asleep if only the store has it.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
from bisect import bisect_left, insort
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from sys import intern
from types import MappingProxyType

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.updates import TableRow
from server.hub.room import Room
from server.hub.sets.member import is_table_id
from server.store.table_logs import TableLogs
from server.table.access import shows_live, status, watch_delay
from server.table.events import Base, Hosted, decode
from server.table.summary import Summary

PAGE = 50
LISTING_MS = 1_000
LISTINGS = 16
"""The number of recent lists of open tables that are kept for clients that request a list's next page."""
SEARCHED_PER_TURN = 5_000
"""The number of tables that a search of the lobby reads in one turn of the event loop."""
AGAIN_S = 1.0


class Listing(Struct):
    """The ids of the tables that were open at one moment, in the order of the lobby."""

    name: str
    made_ms: int
    tables: list[str]


class Lobby:
    """The open tables, listed in pages.

    `awake` are the rooms of the tables in memory, by table id; `nonce` returns a new random string.
    `elsewhere` has, by table id, the hub, the summary and the row of each table in the memory of another hub.
    """

    def __init__(
        self,
        logs: TableLogs,
        now_ms: Callable[[], int],
        nonce: Callable[[], str],
        awake: Mapping[str, Room],
        elsewhere: Mapping[str, tuple[str, Summary, TableRow]] = MappingProxyType({}),
    ) -> None:
        self._logs = logs
        self._now_ms = now_ms
        self._nonce = nonce
        self._awake = awake
        self._elsewhere = elsewhere
        self._asleep: dict[str, TableRow] = {}
        self._sleeping_ids: list[str] = []
        self._unread: set[str] = set()
        self._newest: Listing | None = None
        self._listings: OrderedDict[str, Listing] = OrderedDict()

    async def list_sleeping(self) -> None:
        """Read the list of the tables that are only in the store, and return when the list is complete."""
        while True:
            try:
                for table in await self._logs.tables():
                    if not is_table_id(table):
                        continue  # An event, which has a list of its own.
                    about = await self._logs.about(table)
                    # While the store answers, other requests go on: the table may have been loaded or listed
                    # meanwhile.
                    known = table in self._awake or table in self._elsewhere or table in self._asleep
                    if about is not None and not known:
                        game, name = about
                        # One text for the game of all tables: a text for each would take 55 bytes a table.
                        game = intern(game)
                        row = TableRow(table=table, game=game, name=name, status="open", seats=(), watchers=0)
                        self._put(row)
                        self._unread.add(table)
                return
            except OSError:
                await asyncio.sleep(AGAIN_S)

    def _put(self, row: TableRow) -> None:
        if row.table not in self._asleep:
            insort(self._sleeping_ids, row.table)
        self._asleep[row.table] = row

    def add_sleeping(self, room: Room) -> None:
        """List a table that leaves memory in the lobby, unless it is closed or not open to all players."""
        self._list_sleeping(row_of(room))

    def add_row(self, row: TableRow) -> None:
        """List a table that has left the memory of another hub, unless this hub has it now."""
        if row.table not in self._awake:
            self._list_sleeping(row)

    def _list_sleeping(self, row: TableRow) -> None:
        if row.status == "open":
            self._put(replace(row, seats=(), watchers=0))
        else:
            self.forget(row.table)

    def forget(self, table: str) -> None:
        """Remove a table from the list of tables in the store only: it is in memory now or was removed."""
        if self._asleep.pop(table, None) is not None:
            del self._sleeping_ids[bisect_left(self._sleeping_ids, table)]
            self._unread.discard(table)

    async def page(
        self, game: str | None, text: str | None, cursor: str | None
    ) -> tuple[list[TableRow], str | None]:
        """Return at most `PAGE` open tables, and the cursor of the next page, None on the last page.

        Tables with the most people come first in the lobby. A client that sends back the cursor of each page
        reads one list, made at the moment of the first page, so that each table that stays open is on exactly
        one page. Raises OSError if the store does not answer.
        """
        listing, start = self._listing_of(cursor)
        text = (text or "").lower()
        found: list[TableRow] = []
        for place in range(start, len(listing.tables)):
            if place % SEARCHED_PER_TURN == SEARCHED_PER_TURN - 1:
                await asyncio.sleep(0)
            row = self._row_of(listing.tables[place])
            if row is None or game not in (None, row.game) or text not in f"{row.name} {row.table}".lower():
                continue
            if len(found) == PAGE:
                return await self._read(found), self._cursor(listing, place)
            found.append(row)
        return await self._read(found), None

    def _row_of(self, table: str) -> TableRow | None:
        """Return a table's row in the lobby as it is now, or None if the table is no longer open."""
        room = self._awake.get(table)
        if room is not None:
            return row_of(room) if status(room.table) == "open" else None
        elsewhere = self._elsewhere.get(table)
        if elsewhere is not None:
            return elsewhere[2] if elsewhere[2].status == "open" else None
        return self._asleep.get(table)

    async def _read(self, rows: list[TableRow]) -> list[TableRow]:
        """Return the rows of the tables on a page of the lobby, completed where they were incomplete.

        A table that was not in memory when the server started has an incomplete row in the lobby; the row is
        completed from the table's log.
        """
        for place, row in enumerate(rows):
            if row.table in self._unread:
                stored = await self._logs.load(row.table)
                row = row if stored is None else _completed_from_log(row, stored.entries)
                rows[place] = row
                if row.table in self._unread:
                    self._unread.remove(row.table)
                    self._asleep[row.table] = row
        return rows

    def _listing_of(self, cursor: str | None) -> tuple[Listing, int]:
        """Return the list to which a cursor belongs, and the index at which the cursor's page begins.

        If the list of a cursor is no longer kept, return a new list of open tables.
        """
        if cursor is None:
            return self._list(), 0
        name, place = _parsed(cursor)
        listing = self._listings.get(name)
        if listing is None:
            return self._list(), place
        self._listings.move_to_end(name)
        return listing, place

    def _cursor(self, listing: Listing, place: int) -> str:
        self._listings[listing.name] = listing
        self._listings.move_to_end(listing.name)
        if len(self._listings) > LISTINGS:
            self._listings.popitem(last=False)
        return base64.urlsafe_b64encode(f"{place}:{listing.name}".encode()).decode().rstrip("=")

    def _list(self) -> Listing:
        """Return the present list of open tables, which is made anew at most once a second."""
        now_ms = self._now_ms()
        if self._newest is None or not 0 <= now_ms - self._newest.made_ms < LISTING_MS:
            people = {table: len(room.viewers.presence.names) for table, room in self._awake.items()}
            for table, (_, summary, _) in self._elsewhere.items():
                people.setdefault(table, len(summary.names))
            awake = sorted(people, key=lambda table: (-people[table], table))
            self._newest = Listing(self._nonce(), now_ms, [*awake, *self._sleeping_ids])
        return self._newest


def _parsed(cursor: str) -> tuple[str, int]:
    """Return the name of the list and the index that a cursor encodes, or ("", 0) for an invalid cursor."""
    try:
        text = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
    except (binascii.Error, ValueError):
        return "", 0
    place, _, name = text.partition(":")
    return name, int(place) if place.isdecimal() and len(place) < 10 else 0


def row_of(room: Room) -> TableRow:
    """Return the row in the lobby of a table in memory."""
    table, presence = room.table, room.viewers.presence
    return TableRow(
        table=table.id,
        game=table.game.name,
        name=room.name,
        status=status(table),
        seats=presence.seats(table),
        watchers=presence.watchers(table),
        hands="live" if shows_live(table.policy) else "after",
        delay=watch_delay(table.policy),
        directors=tuple(sorted(table.roles.directors)),
        commentators=tuple(sorted(table.roles.commentators)),
        clock=table.clock.rules,
    )


def _completed_from_log(row: TableRow, entries: Iterable[bytes]) -> TableRow:
    """Add the policy, the directors and the commentators from a table's log to the table's row in the lobby.

    If the log cannot be decoded, return the row with what was read before the fault.
    """
    try:
        for packed in entries:
            entry = decode(packed)
            if not isinstance(entry, Base | Hosted):
                continue
            if entry.policy is not None:
                row = replace(
                    row,
                    hands="live" if shows_live(entry.policy) else "after",
                    delay=watch_delay(entry.policy),
                    clock=entry.policy.clock,
                )
            if entry.directors is not None:
                row = replace(row, directors=tuple(sorted(entry.directors)))
            if entry.commentators is not None:
                row = replace(row, commentators=tuple(sorted(entry.commentators)))
    except msgspec.MsgspecError:
        return row
    return row
