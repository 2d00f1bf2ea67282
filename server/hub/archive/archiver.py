"""The archiver, which writes finished deals to the archive and then drops earlier ones from the store."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from server.board_sets import entries as set_entries
from server.board_sets.entries import Begun
from server.errors import loggable
from server.games.base import AnyGame
from server.hub.archive.fold_log import BROKEN, folded
from server.hub.archived import archived_deal, archived_table, has_table
from server.hub.events.archived_event import archived_event, ended
from server.hub.events.event_ids import event_of_stored_id, stored_event_id
from server.hub.observers import Observers
from server.hub.sets.archived_set import archived_set, deals_of, has_set
from server.hub.sets.member import is_table_id, member_of, stored_id
from server.store.archive.archive import Archive as DealArchive
from server.store.archive.archive import ArchivedDeal, ArchivedTable, Person
from server.store.table_logs import ArchivedLog, Stored, TableLogs
from server.table.again import marked
from server.table.lifetime import DAY_MS
from server.table.table import Table

log = logging.getLogger("kibitz.archive")

REMEMBERED = 10_000
"""The number of tables of which the archiver remembers the last deal that the archive has confirmed."""

EVENT_DAYS = 30
"""The number of days for which an event that is over stays in the store, if the operator names no other."""

CLOSED_MS = 24 * 3_600_000
"""The time (ms) after its last entry for which a closed table stays in the store."""

Line = Callable[[str, Any], str]
"""A function that returns the result of a finished deal in one line, from the game's name and last state."""


class Archiver:
    """The archiver of one hub: it may archive the tables of all hubs, because reading needs no owner.

    `logs` are the logs in the store, without those of the archive. `games` are the games whose rules this
    server has. `now_ms` returns the time in ms since 1970, and `line` the result of a deal. An event leaves
    the store `event_days` after its last entry. Observers of `stays` get the id of an event that is over and
    stays in the store, and the time (ms) of its last entry.
    """

    def __init__(
        self,
        logs: TableLogs,
        archive: DealArchive,
        games: Mapping[str, AnyGame],
        now_ms: Callable[[], int],
        line: Line,
        event_days: int = EVENT_DAYS,
    ) -> None:
        self._logs = logs
        self._archive = archive
        self._games = games
        self._now_ms = now_ms
        self._line = line
        self._event_ms = event_days * DAY_MS
        self.stays: Observers[str, int] = Observers("event stays")
        self._confirmed: OrderedDict[str, ArchivedLog] = OrderedDict()
        self._known: OrderedDict[str, None] = OrderedDict()

    async def fetch(self, table: str) -> int | None:
        """Archive the deals of a table that are over, and return their number.

        Returns None for a table that is left to a server with other rules. The earlier deals leave the store
        after the archive has confirmed them. The present deal is archived when it is over, and stays in the
        store. A call that was interrupted may be repeated: no record is lost and none is written twice.

        A deal with a log that cannot be read stays in the store, and is logged. Raises OSError if the store
        or the archive does not answer.
        """
        if not is_table_id(table):
            return 0
        read_ms = self._now_ms()
        try:
            stored = await self._logs.load(table)
        except BROKEN as error:
            log.error("table %s is not archived, because it cannot be read (%s)", table, loggable(error))
            return 0
        if stored is None:
            return 0
        game = self._games.get(stored.meta.game)
        if game is None or game.revision < stored.meta.revision:
            return None  # A server with the rules of the table archives it.
        read: list[ArchivedDeal] = []
        confirmed: list[ArchivedLog] = []
        for deal in await self._logs.deals(table):
            # A deal that has begun since the table was read is left to the next call.
            if deal > stored.deal or (deal < stored.deal and await self.drop_known(table, deal)):
                continue
            record = await self._read(table, game, stored, deal, read_ms)
            if record is not None:
                read.append(record[0])
                confirmed.append(record[1])
        if not read:
            return 0
        written = await self._archive.put(read, [_about(stored, read[-1], read_ms)])
        for each, known in zip(read, confirmed, strict=True):
            if (table, each.deal) not in written and not await self._has(each):
                continue
            if each.deal < stored.deal:
                await self._logs.drop_deals(table, [known])
            else:
                self._remember(table, known)
        return len(read)

    async def keep(self, last: Table, end: Table) -> bool:
        """Archive a deal that has ended in memory, so that it need not be computed from its log again.

        `last` is the table after the last entry of the deal, and `end` the table at the moment when the deal
        ended. Returns False if the store or the archive has something else; then `fetch` must archive the
        table.
        """
        read_ms, table = self._now_ms(), last.id
        abouts: list[ArchivedTable] = []
        if table not in self._known:
            stored = await self._logs.load(table)
            if stored is None:
                return False
            abouts.append(archived_table(table, stored.meta, last.deal, read_ms))
        entries = await self._logs.load_deal(table, last.deal)
        notes = () if last.game.note_taking is None else await self._logs.notes(table, last.deal)
        if len(entries) != last.index:
            return False
        line = self._line_of(last)
        record = archived_deal(last, end, entries, notes, read_ms, line)
        if not await self._archive.put([record], abouts):
            return False
        self._note_known(table)
        self._remember(table, ArchivedLog(last.deal, last.index, notes))
        return True

    async def retire(self, table: str) -> bool:
        """Remove a closed table from the store if the archive has all of it; return True if it was removed.

        A table stays for `CLOSED_MS` after its last entry, so that clients that come back see its end. A
        match or a set of boards leaves the store before its tables, when all of them may leave. Raises
        OSError if the store or the archive does not answer.

        `table` may also be the stored id of an event, which leaves the store some days after its end.
        """
        event = event_of_stored_id(table)
        try:
            if event is not None:
                return await self._retire_event(event)
            stored = await self._may_leave(table)
            if stored is None:
                return False
            member = member_of(stored.meta, table)
            if member is not None and not await self._retire_set(member.board_set):
                return False
        except BROKEN as error:
            log.error("table %s stays in the store (%s)", table, loggable(error), extra={"table": table})
            return False
        return await self._logs.drop_table(
            table, stored.owner, ArchivedLog(stored.deal, len(stored.entries), stored.notes)
        )

    async def _may_leave(self, table: str) -> Stored | None:
        """Return a table as the store has it if it is closed long enough and the archive has all of it."""
        stored = await self._logs.load(table)
        if stored is None or stored.meta.status != "closed":
            return None
        about = await self._archive.table(table)
        if about is None or about.closed_ms is None or self._now_ms() - about.closed_ms < CLOSED_MS:
            return None
        last = await self._archive.deal(table, about.deal)
        return stored if last is not None and has_table(about, last, stored) else None

    async def _retire_set(self, board_set: str) -> bool:
        """Move a set of boards from the store to the archive; return True if the store does not have it."""
        id, read_ms = stored_id(board_set), self._now_ms()
        stored = await self._logs.load(id)
        if stored is None:
            return await self._archive.table(id) is not None
        begun = set_entries.decode(stored.entries[0])
        if not isinstance(begun, Begun):
            return False
        if not all([await self._may_leave(place.table) for place in begun.places]):
            return False
        people: dict[tuple[str, int], Sequence[Person]] = {}
        for table, deal in deals_of(stored):
            record = await self._archive.deal(table, deal)
            people[table, deal] = () if record is None else record.people
        records = archived_set(board_set, stored, people, read_ms)
        if records is None:
            return False
        log_record, about = records
        await self._archive.put([log_record], [about])
        kept = await self._archive.table(id), await self._archive.deal(id, 0)
        # Another hub that has loaded the set since it was read has another token.
        return has_set(*kept, log_record, about.meta) and await self._logs.remove(id, stored.owner)

    async def _retire_event(self, event: str) -> bool:
        """Move an event that has been over for some days from the store to the archive."""
        id, read_ms = stored_event_id(event), self._now_ms()
        stored = await self._logs.load(id)
        if stored is None or stored.meta.status != "closed":
            return False
        game, over_ms = self._games.get(stored.meta.game), ended(stored)
        if game is None or over_ms is None:
            return False
        if read_ms - over_ms < self._event_ms:
            self.stays.notify(event, over_ms)
            return False
        records = archived_event(event, game, stored, read_ms)
        if records is None:
            return False
        log_record, about = records
        await self._archive.put([log_record], [about])
        kept = await self._archive.table(id), await self._archive.deal(id, 0)
        return has_set(*kept, log_record, about.meta) and await self._logs.remove(id, stored.owner)

    def _note_known(self, table: str) -> None:
        """Note that the archive has the data of an open table, which only its end changes."""
        self._known[table] = None
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    def _remember(self, table: str, confirmed: ArchivedLog) -> None:
        """Remember what the archive has of a present deal: later its log leaves the store without a look."""
        self._confirmed[table] = confirmed
        self._confirmed.move_to_end(table)
        if len(self._confirmed) > REMEMBERED:
            self._confirmed.popitem(last=False)

    async def drop_known(self, table: str, deal: int) -> bool:
        """Remove the log of a deal before the present one, if the archive has lately confirmed the deal.

        Returns True if the log was removed. Otherwise `fetch` must archive the deal.
        """
        known = self._confirmed.get(table)
        if known is None or known.deal != deal:
            return False
        del self._confirmed[table]
        return await self._logs.drop_deals(table, [known]) == 1

    def _line_of(self, last: Table) -> str:
        table = last.id
        try:
            return marked(self._line(last.game.name, last.state), last)
        except Exception as error:
            # The record itself does not need the line. The text of the error may quote a card.
            fault = type(error).__name__
            log.error("table %s: the line of a result failed with %s", table, fault, extra={"table": table})
            return ""

    async def _has(self, record: ArchivedDeal) -> bool:
        """Return True if the archive has this log and these notes, False if it kept another version.

        The archive keeps a version that is greater: that of a hub whose clock is ahead, or one with entries
        that the store has lost since.
        """
        kept = await self._archive.deal(record.table, record.deal)
        if kept is not None and (kept.entries, kept.notes) == (record.entries, record.notes):
            return True
        log.error("table %s, deal %d: the archive has another version", record.table, record.deal)
        return False

    async def _read(
        self, table: str, game: AnyGame, stored: Stored, deal: int, read_ms: int
    ) -> tuple[ArchivedDeal, ArchivedLog] | None:
        """Return the record of a deal, and what of it the archive must confirm; None if it is not over."""
        try:
            entries = stored.entries if deal == stored.deal else await self._logs.load_deal(table, deal)
            notes = stored.notes if deal == stored.deal else await self._logs.notes(table, deal)
            last, ended = await folded(table, game, deal, entries, stored.meta.host)
            # A replay shows a deal that was played elsewhere.
            end = None if ended is None or game.showing is not None else ended.table
            # Without entries, another hub has just archived the deal.
            if last is None or (end is None and not last.closed):
                return None
            line = "" if end is None else self._line_of(last)
            record = archived_deal(last, end, entries, notes, read_ms, line)
            return record, ArchivedLog(deal, len(entries), notes)
        except BROKEN as error:
            log.error("table %s, deal %d is not archived (%s)", table, deal, loggable(error))
            return None


def _about(stored: Stored, newest: ArchivedDeal, read_ms: int) -> ArchivedTable:
    """Return the record of a table; its newest archived deal is `newest`."""
    closed_ms = newest.ended_ms if stored.meta.status == "closed" else None
    return archived_table(newest.table, stored.meta, stored.deal, read_ms, closed_ms)
