"""The archiving in the background: of the hub's own tables at once, and of all others in slow sweeps.

A hub archives a deal of its own table as soon as the deal is over. A sweep goes through the list of all
tables in the store, and archives what a hub that has died, or an earlier version of the server, left behind.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable
from itertools import islice
from typing import Protocol, TypeVar

from msgspec import Struct

from server.errors import loggable
from server.hub.archive.archiver import Archiver
from server.hub.room import Room
from server.metrics import Meter
from server.store.unarchived import Listed, Unarchived, deal_of
from server.table.table import Table
from server.tasks import Tasks

log = logging.getLogger("kibitz.archive")

AT_ONCE = 32
"""The number of own tables that are archived at the same time, so that they share the waits for the disk."""
TOGETHER_S = 0.05
"""The time (s) for which a deal that is over waits for others, which are then written with it."""
LOOKED_AT_ONCE = 100
AGAIN_S = (1.0, 2.0, 5.0, 15.0, 30.0)
"""The times (s) after which a failed attempt is repeated; the last time counts for all further attempts."""
FIRST_SWEEP_S = 5.0
"""The time (s) after the start of a hub until its first sweep: the hub must know which other hubs run."""
SWEEP_S = 600.0
REST = 3.0
"""The rest after each table of a sweep, as a multiple of the time that the table took.

Players must not wait for a sweep, and the first one after an update may go through all tables of years.
"""

T = TypeVar("T")


class Tables(Protocol):
    """The parts of a hub that its archiving uses."""

    @property
    def id(self) -> str: ...

    def live(self, table: str) -> Room | None:
        """Return the room of a table if the table is in memory, else None."""
        ...

    def is_awake(self, table: str) -> bool:
        """Return True if a table is in the memory of this hub or of another one."""
        ...

    def heir(self, table: str) -> str:
        """Return the hub that sweeps a table which no hub has in memory."""
        ...


class _End(Struct, frozen=True):
    """A deal that is over: the table at its end, None if that is not known, and the table now."""

    deal: int
    end: Table | None
    last: Table


class Archiving:
    """The archiving of one hub.

    `sweep_s` is the time (s) between two sweeps, and `first_sweep_s` that before the first one.
    """

    def __init__(
        self,
        tables: Tables,
        archiver: Archiver,
        unarchived: Unarchived,
        meter: Meter,
        *,
        first_sweep_s: float = FIRST_SWEEP_S,
        sweep_s: float = SWEEP_S,
        again_s: tuple[float, ...] = AGAIN_S,
    ) -> None:
        self._tables = tables
        self._archiver = archiver
        self._unarchived = unarchived
        self._meter = meter
        self._first_sweep_s, self._sweep_s, self._again_s = first_sweep_s, sweep_s, again_s
        self._waiting: dict[str, float] = {}
        self._ends: dict[str, _End] = {}
        self._behind: set[str] = set()
        self._failing_s: float | None = None
        self._woken = asyncio.Event()
        self._tasks = Tasks()

    def start(self) -> None:
        """Start to archive."""
        self._meter.archive_lag_s.set_function(lambda: self.lag_s)
        self._tasks.run(self._archive_own())
        self._tasks.run(self._sweep_regularly())

    async def stop(self) -> None:
        """Stop to archive; what is not archived yet stays in the store until the next start."""
        await self._tasks.stop()

    @property
    def lag_s(self) -> float:
        """Return the time (s) for which the oldest finished deal has waited for the archive."""
        # Another thread may read the metrics: copy the times in one step.
        since = [*self._waiting.values()]
        if self._failing_s is not None:
            since.append(self._failing_s)
        return max(0.0, time.monotonic() - min(since)) if since else 0.0

    def note_come(self, table: Table) -> None:
        """Archive what the hub that had a table before may have left."""
        if table.deal or _has_end(table):
            # When the deal ended is known only after the whole log is read.
            self._ends[table.id] = _End(table.deal, None, table)
            self._wait_for(table.id)

    def note_step(self, table: Table) -> None:
        """Archive a deal that is over; when the next one has begun, its log leaves the store."""
        known = self._ends.get(table.id)
        if _has_end(table):
            same = known is not None and known.deal == table.deal
            if known is not None and not same:
                self._behind.add(table.id)  # A deal before is still in the store.
            end = known.end if known is not None and same else None if table.closed else table
            self._ends[table.id] = _End(table.deal, end, table)
            self._wait_for(table.id)
        elif known is not None and known.deal == table.deal:
            del self._ends[table.id]  # A ruling has reopened the deal.
        elif table.index == 1 and (known is not None or table.id in self._behind):
            self._wait_for(table.id)

    def _wait_for(self, table: str) -> None:
        self._waiting.setdefault(table, time.monotonic())
        self._woken.set()

    async def _archive_own(self) -> None:
        failures = 0
        while True:
            await self._woken.wait()
            await asyncio.sleep(TOGETHER_S)
            self._woken.clear()
            while some := dict(islice(self._waiting.items(), AT_ONCE)):
                if all(await asyncio.gather(*(self._archive_waiting(*each) for each in some.items()))):
                    failures = 0
                    self._nothing_fails()
                else:
                    await asyncio.sleep(self._again_s[min(failures, len(self._again_s) - 1)])
                    failures += 1

    async def _archive_waiting(self, table: str, since_s: float) -> bool:
        """Archive a table that waits; return False, and let it wait on, if that must be tried again."""
        # A step of the table from here on lets it wait anew.
        del self._waiting[table]
        try:
            if not await self._archive_known(table):
                (listed,) = await self._unarchived.look([table])
                self._behind.discard(table)
                await self._archive(listed)
        except OSError as error:
            self._behind.add(table)
            self._waiting[table] = min(since_s, self._waiting.get(table, since_s))
            self._failed(error)
            return False
        except BaseException:
            self._waiting.setdefault(table, since_s)
            raise
        return True

    async def _archive_known(self, table: str) -> bool:
        """Archive a deal that has ended in the memory of this hub, or let its log leave the store.

        Returns False if the table must be read for that. The list of tables does not change: a sweep will
        find that the archive has the table, after it has left memory.
        """
        known = self._ends.get(table)
        room = self._tables.live(table)
        if known is None or known.end is None or known.last.closed or room is None or table in self._behind:
            return False
        if room.table.deal > known.deal and await self._archiver.drop_known(table, known.deal):
            self._forget(table, known)
            return True
        kept = await self._attempt(table, self._archiver.keep(known.last, known.end))
        if kept:
            self._meter.archived.inc()
            self._end_failure()
            if room.table.deal > known.deal and await self._archiver.drop_known(table, known.deal):
                self._forget(table, known)
        # After a fault, the next step of the table tries again.
        return kept is not False

    def _forget(self, table: str, known: _End) -> None:
        if self._ends.get(table) is known:
            del self._ends[table]

    async def _sweep_regularly(self) -> None:
        await asyncio.sleep(self._first_sweep_s)
        failures, known = 0, False
        while True:
            try:
                if not known:
                    found = await self._unarchived.find_all()
                    if found:
                        log.warning("%d tables of an earlier version are being archived", found)
                    known = True
                await self._sweep()
                failures = 0
                self._nothing_fails()
                await asyncio.sleep(self._sweep_s)
            except OSError as error:
                self._failed(error)
                await asyncio.sleep(self._again_s[min(failures, len(self._again_s) - 1)])
                failures += 1

    async def _sweep(self) -> None:
        """Archive all tables that no hub has in memory, as far as they are this hub's share."""
        self._ends = {table: end for table, end in self._ends.items() if self._tables.live(table) is not None}
        cursor, going = 0, True
        while going:
            cursor, part = await self._unarchived.page(cursor)
            going = cursor != 0
            mine = [table for table in part if self._is_mine(table)]
            for first in range(0, len(mine), LOOKED_AT_ONCE):
                for listed in await self._unarchived.look(mine[first : first + LOOKED_AT_ONCE]):
                    # Meanwhile a hub may have loaded it.
                    if self._is_mine(listed.table):
                        began_s = time.monotonic()
                        if await self._archive(listed) or await self._retire(listed):
                            await asyncio.sleep(REST * (time.monotonic() - began_s))

    async def _retire(self, listed: Listed) -> bool:
        """Let a closed table that the archive has leave the store; return True if it was read for that."""
        if not listed.closed or listed.read != listed.present:
            return False
        if await self._attempt(listed.table, self._archiver.retire(listed.table)):
            await self._unarchived.note_read(listed.table, listed.read, None)
        return True

    def _is_mine(self, table: str) -> bool:
        return not self._tables.is_awake(table) and self._tables.heir(table) == self._tables.id

    async def _archive(self, listed: Listed) -> bool:
        """Archive a table unless the list says that there is nothing to do; return True if it was read.

        Raises OSError if the store or the archive does not answer.
        """
        if listed.present is None:
            # The table was removed. If it is made again just now, the list has another position.
            await self._unarchived.note_read(listed.table, listed.read, None)
            return False
        if listed.read == listed.present or self._goes_on(listed):
            return False
        archived = await self._attempt(listed.table, self._archiver.fetch(listed.table))
        if archived is None:
            return True
        if archived:
            self._meter.archived.inc(archived)
            self._end_failure()
        # The position that was there before: what has come since is read the next time.
        await self._unarchived.note_read(listed.table, listed.read, listed.present)
        return True

    async def _attempt(self, table: str, work: Awaitable[T]) -> T | None:
        """Return the result of some work on a table, None if a fault of the table or of its data ended it.

        The next step of the table, or a sweep, tries the table again. Raises OSError if the store or the
        archive does not answer.
        """
        try:
            return await work
        except OSError:
            raise
        except Exception as error:
            # The text of the error may quote a card.
            log.error("table %s is not archived (%s)", table, loggable(error), extra={"table": table})
            self._meter.archive_failures.inc()
            self._behind.add(table)
            return None

    def _goes_on(self, listed: Listed) -> bool:
        """Return True for a table in memory that plays a deal, of which all earlier ones have been read."""
        room = self._tables.live(listed.table)
        if room is None or listed.read is None or listed.present is None or _has_end(room.table):
            return False
        return deal_of(listed.read) == deal_of(listed.present) == room.table.deal

    def _failed(self, error: OSError) -> None:
        self._meter.archive_failures.inc()
        if self._failing_s is None:
            self._failing_s = time.monotonic()
            log.error("finished deals cannot be archived now, and stay in the store: %s", error)

    def _nothing_fails(self) -> None:
        """Note that an attempt had no failure: if no deal waits for another one, all is well again."""
        if not self._waiting:
            self._end_failure()

    def _end_failure(self) -> None:
        if self._failing_s is not None:
            log.warning("finished deals are archived again after %.0f s", time.monotonic() - self._failing_s)
            self._failing_s = None


def _has_end(table: Table) -> bool:
    """Return True if the present deal of a table is over, except at a replay, or if the table is closed."""
    return table.closed or (table.game.showing is None and table.over)
