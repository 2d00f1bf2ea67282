"""The archiver, which writes finished deals to the archive and then drops earlier ones from the store."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from server.errors import loggable
from server.games.base import AnyGame
from server.hub.archive.archived import archived_deal, archived_table
from server.hub.archive.fold_log import BROKEN, folded
from server.hub.sets.member import is_table_id
from server.store.archive.archive import Archive as DealArchive
from server.store.archive.archive import ArchivedDeal
from server.store.table_logs import ArchivedLog, Stored, TableLogs

log = logging.getLogger("kibitz.archive")

REMEMBERED = 10_000
"""The number of tables of which the archiver remembers the last deal that the archive has confirmed."""

Line = Callable[[str, Any], str]
"""A function that returns the result of a finished deal in one line, from the game's name and last state."""


class Archiver:
    """The archiver of one hub: it may archive the tables of all hubs, because reading needs no owner.

    `logs` are the logs in the store, without those of the archive. `games` are the games whose rules this
    server has. `now_ms` returns the time in ms since 1970, and `line` the result of a deal.
    """

    def __init__(
        self,
        logs: TableLogs,
        archive: DealArchive,
        games: Mapping[str, AnyGame],
        now_ms: Callable[[], int],
        line: Line,
    ) -> None:
        self._logs = logs
        self._archive = archive
        self._games = games
        self._now_ms = now_ms
        self._line = line
        self._confirmed: OrderedDict[str, ArchivedLog] = OrderedDict()

    async def fetch(self, table: str) -> int | None:
        """Archive the deals of a table that are over, and return their number.

        Returns None for a table that is left to a server with other rules. The earlier deals leave the store
        after the archive has confirmed them. The present deal is archived when it is over, and stays in the
        store. A call that was interrupted may be repeated: no record is lost and none is written twice.

        A deal whose log cannot be read stays in the store, and is logged. Raises OSError if the store or the
        archive does not answer.
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
        deals: list[ArchivedDeal] = []
        confirmed: list[ArchivedLog] = []
        for deal in await self._logs.deals(table):
            # A deal that has begun since the table was read is left to the next call.
            if deal <= stored.deal and not await self._drop_confirmed(table, deal, stored.deal):
                await self._read(table, game, stored, deal, read_ms, deals, confirmed)
        if not deals:
            return 0
        closed_ms = deals[-1].ended_ms if stored.meta.status == "closed" else None
        record = archived_table(table, stored.meta, stored.deal, read_ms, closed_ms)
        await self._archive.put(deals, [record])
        for each, known in zip(deals, confirmed, strict=True):
            if not await self._has(each):
                continue
            if each.deal < stored.deal:
                await self._logs.drop_deals(table, [known])
            else:
                self._remember(table, known)
        return len(deals)

    def _remember(self, table: str, confirmed: ArchivedLog) -> None:
        """Remember what the archive has of a present deal: later its log leaves the store without a look."""
        self._confirmed[table] = confirmed
        self._confirmed.move_to_end(table)
        if len(self._confirmed) > REMEMBERED:
            self._confirmed.popitem(last=False)

    async def _drop_confirmed(self, table: str, deal: int, present: int) -> bool:
        """Remove the log of an earlier deal if the archive has confirmed it, and return True if it did so."""
        known = self._confirmed.get(table)
        if known is None or known.deal != deal or deal >= present:
            return False
        del self._confirmed[table]
        return await self._logs.drop_deals(table, [known]) == 1

    def _line_of(self, table: str, game: AnyGame, state: Any) -> str:
        try:
            return self._line(game.name, state)
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
        self,
        table: str,
        game: AnyGame,
        stored: Stored,
        deal: int,
        read_ms: int,
        deals: list[ArchivedDeal],
        confirmed: list[ArchivedLog],
    ) -> None:
        """Read a deal, and add it to `deals` and `confirmed` if it is over."""
        try:
            entries = stored.entries if deal == stored.deal else await self._logs.load_deal(table, deal)
            if not entries:
                return  # Another hub has just archived the deal.
            notes = stored.notes if deal == stored.deal else await self._logs.notes(table, deal)
            last, end = await folded(table, game, deal, entries, stored.meta.host)
            if game.showing is not None:
                end = None  # A replay shows a deal that was played elsewhere.
            if last is None or (end is None and not last.closed):
                return
            line = "" if end is None else self._line_of(table, game, end.state)
            deals.append(archived_deal(last, end, entries, notes, read_ms, line))
            confirmed.append(ArchivedLog(deal, len(entries), notes))
        except BROKEN as error:
            log.error("table %s, deal %d is not archived (%s)", table, deal, loggable(error))
