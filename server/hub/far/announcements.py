"""The news of the lobby that hubs tell each other: which tables each of them has in memory.

A hub sends the summary and the row of each of its tables after a change of the people or seats, all changes
of a moment together. So no hub has to ask the others, or the store, before it shows a list of tables.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from itertools import islice

import msgspec

from protocol.v1.updates import TableRow
from server.games.base import AnyGame
from server.hub.far.messages import Row, Rows
from server.hub.far.packed_summaries import pack_summary, unpack_summary
from server.hub.observers import Observers
from server.hub.services import Services
from server.table.summary import Summary

TOGETHER_MS = 50
"""The shortest time in ms between two messages with changes."""
MOST_ROWS = 50
"""The largest number of rows in one message: to make a row and to read it takes some 20 microseconds each."""


class Announcements:
    """The tables of other hubs, as those have announced them, and the announcements of this hub's tables.

    `tell` sends a message to all other hubs. The code that knows this hub's rooms sets `row_of`, which
    returns the summary and the row of a table of this hub, or None for a table that is not in memory, and
    `own`, which returns the ids of all tables in memory. Observers of `announced` get the summary of a table
    of another hub each time that it is announced, those of `changed` only after a change of its people or
    seats; observers of `slept` get the row of a table that has left the memory of
    another hub, and those of `gone` the id of a table that is listed no more.
    """

    def __init__(
        self, games: Mapping[str, AnyGame], services: Services, tell: Callable[[Rows], None]
    ) -> None:
        self.row_of: Callable[[str], tuple[Summary, TableRow] | None] = lambda table: None
        self.own: Callable[[], tuple[str, ...]] = tuple
        self.announced: Observers[[Summary]] = Observers("the announcement of another hub's table")
        self.changed: Observers[[Summary]] = Observers("the people of another hub's table")
        self.slept: Observers[[TableRow]] = Observers("a table that has left another hub's memory")
        self.gone: Observers[[str]] = Observers("a table of another hub that is listed no more")
        self._games = games
        self._services = services
        self._tell = tell
        self._awake: dict[str, tuple[str, Summary, TableRow]] = {}
        self._changed: dict[str, bool] = {}
        self._asleep: dict[str, TableRow] = {}
        self._gone: dict[str, None] = {}
        self._waits = False
        self._sent_ms = 0

    @property
    def rows(self) -> Mapping[str, tuple[str, Summary, TableRow]]:
        """Return, by table, the hub, the summary and the row of each table in another hub's memory."""
        return self._awake

    def awake(self) -> Iterator[tuple[str, Summary]]:
        """Return the hub and the summary of each table that is in another hub's memory."""
        return ((hub, summary) for hub, summary, _ in tuple(self._awake.values()))

    def note_change(self, table: str) -> None:
        """Announce a table of this hub soon, after a change of its people or seats."""
        self._asleep.pop(table, None)
        self._changed[table] = False
        self._await()

    def note_come(self, table: str) -> None:
        """Announce soon that a table has come into this hub's memory."""
        self._asleep.pop(table, None)
        self._changed.setdefault(table, True)
        self._await()

    def note_asleep(self, row: TableRow) -> None:
        """Announce soon that a table has left this hub's memory and stays open."""
        self._changed.pop(row.table, None)
        self._asleep[row.table] = row
        self._await()

    def note_gone(self, table: str) -> None:
        """Announce soon that a table is listed no more."""
        self._changed.pop(table, None)
        self._asleep.pop(table, None)
        self._gone[table] = None
        self._await()

    def _await(self) -> None:
        if not self._waits:
            self._waits = True
            due_ms = self._sent_ms + TOGETHER_MS
            if due_ms <= self._services.now_ms():
                # A change after a quiet time is told at once.
                self._services.timers.later(self._send)
            else:
                self._services.timers.at(due_ms, self._send)

    def _send(self) -> None:
        self._waits = False
        self._sent_ms = self._services.now_ms()
        asleep, gone = self._asleep, self._gone
        self._asleep, self._gone = {}, {}
        changed = {table: self._changed.pop(table) for table in tuple(islice(self._changed, MOST_ROWS))}
        for message in self._messages(iter(changed), frozenset(each for each in changed if changed[each])):
            self._tell(message)
        if asleep or gone:
            self._tell(Rows(asleep=tuple(asleep.values()), gone=tuple(gone)))
        if self._changed:
            # All tables of an event change at the same time: a few are told in each turn of the loop.
            self._waits = True
            self._services.timers.later(self._send)

    def all_rows(self) -> Iterator[Rows]:
        """Return the messages that announce all tables in this hub's memory."""
        return self._messages(iter(self.own()))

    def _messages(self, tables: Iterator[str], quiet: Container[str] = ()) -> Iterator[Rows]:
        while some := tuple(islice(tables, MOST_ROWS)):
            found = (self.row_of(table) for table in some)
            rows = ((pack_summary(each[0]), each[1]) for each in found if each is not None)
            yield Rows(tuple(Row(packed, row, packed.id in quiet) for packed, row in rows))

    def hear(self, hub: str, message: Rows) -> None:
        """Take the announcements of another hub."""
        for each in message.awake:
            if each.summary.game not in self._games:
                continue  # A newer release may have a game more.
            try:
                summary = unpack_summary(each.summary, self._games)
            except msgspec.ValidationError:
                continue  # Its options may be those of a newer release.
            self._awake[summary.id] = hub, summary, each.row
            self.announced.notify(summary)
            if not each.quiet:
                self.changed.notify(summary)
        for row in message.asleep:
            self._awake.pop(row.table, None)
            self.slept.notify(row)
        for table in message.gone:
            self._awake.pop(table, None)
            self.gone.notify(table)

    def forget(self, table: str) -> None:
        """Forget what another hub said of a table, because the table is in this hub's memory now."""
        self._awake.pop(table, None)

    def lost(self, hub: str) -> None:
        """Take all tables of a hub as asleep, because the link to it has broken or it has stopped."""
        for table, (owner, _, row) in tuple(self._awake.items()):
            if owner == hub:
                del self._awake[table]
                self.slept.notify(row)
