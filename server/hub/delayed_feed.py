"""What late watchers are shown: the fold of an older prefix of the log, in an outbox of its own.

The log alone tells when an entry is shown: so many milliseconds after it was made. Where watchers wait for
whole deals, entries are shown at the pace of play from the moment at which their deal may be shown. What lies
between the prefix and the present stays in the store: no more than one deal is in memory here.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from protocol.v1.requests import Delay
from server.errors import StoreError, loggable
from server.hub.feeds import Feeds
from server.hub.services import Services
from server.table import events
from server.table.commands import Deals
from server.table.events import Acted, Base, Entry
from server.table.table import Table, begin, fold

log = logging.getLogger("kibitz.delayed")

AGAIN_S = 0.5
LINES = 100
"""How many lines of talk wait for the late; older ones are lost."""
Closed = Callable[[Table, int], bool]
"""Whether a deal may be shown to everybody, as far as a table knows; for one of a match."""


def closed_in_match(table: Table, deals: Deals) -> Closed | None:
    """When the deals of a table of a match may be shown to everybody; None for a table that plays none."""
    matching = table.game.matching
    if matching is None or matching.standing(table.state) is None:
        return None

    def closed(live: Table, deal: int) -> bool:
        uploaded = deals.uploaded(deal)
        return uploaded is not None and matching.closed(matching.standing(live.state), uploaded, live.closed)

    return closed


class DelayedFeed:
    """The late view of one table. `outbox` is None until the log has been read, or where it cannot be.

    `live` is the table as it is, `epoch` a word for this delay alone. `closed` is there at a table of a
    match, whose deals are shown when both tables have finished them. Before anything is due the table is
    shown as it was before its first deal.
    """

    def __init__(self, services: Services, live: Table, epoch: str, closed: Closed | None) -> None:
        self.outbox: Feeds | None = None
        self._services = services
        self._live = live
        self._epoch = epoch
        self._closed = closed
        self._prefix: Table | None = None
        self._shown: Table | None = None
        self._queue: deque[Entry] = deque()
        self._deal = 0
        self._fresh: list[tuple[int, int, Entry]] = []
        self._opened_ms: int | None = None
        self._started_ms: int | None = None
        self._failed = False
        self._said: deque[tuple[int, int, Callable[[], None]]] = deque(maxlen=LINES)
        self._waiting: list[Callable[[], None]] = []
        self._cancel_timer: Callable[[], None] | None = None
        self._reading: asyncio.Task[None] | None = asyncio.create_task(self._read(self._begin))

    def when_ready(self, callback: Callable[[], None]) -> None:
        """Call back as soon as there is something to be shown, or there never will be."""
        if self.outbox is not None or self._failed:
            callback()
        else:
            self._waiting.append(callback)

    def given(self, live: Table, entry: Entry) -> None:
        """Take note of an entry of the live table, which made it what it is now."""
        delay, self._live = self._delay, live
        if self._failed:
            return
        if self._delay != delay:
            self._begin_again()
        elif self._reading is not None:
            self._fresh.append((live.deal, live.index, entry))
        else:
            if live.deal == self._deal:
                self._queue.append(entry)
            self._pump()

    def _begin_again(self) -> None:
        """By another delay something else is due; what is not by the new one is shown no more."""
        if self._reading is not None:
            self._reading.cancel()
        self._fresh.clear()
        self._reading = asyncio.create_task(self._read(self._begin))

    def say(self, deal: int, at_ms: int, callback: Callable[[], None]) -> None:
        """Call back when what was done in `deal` at `at_ms` is let out: what is said then may tell of it."""
        self._said.append((deal, at_ms, callback))
        self._pump()

    def close(self) -> None:
        """Show nothing more; who waits is called back now."""
        if self._reading is not None:
            self._reading.cancel()
        if self._cancel_timer is not None:
            self._cancel_timer()
        self._tell_waiting()

    @property
    def _delay(self) -> Delay:
        return self._live.policy.delay or Delay()

    def _is_open(self, deal: int) -> bool:
        """Whether a deal may be shown at all, `ms` aside."""
        live, later = self._live, self._delay.boards
        if self._closed is not None and not self._closed(live, deal):
            return False
        return live.closed or live.deal >= deal + later

    @property
    def _by_deals(self) -> bool:
        return self._closed is not None or self._delay.boards > 0

    def _due_ms(self, at_ms: int) -> int | None:
        """When that which was done at `at_ms`, in the shown deal, is let out; None: nobody knows yet."""
        due_ms = at_ms + self._delay.ms
        if not self._by_deals:
            return due_ms
        if not self._is_open(self._deal):
            return None
        if self._opened_ms is None:
            self._opened_ms = self._services.now_ms()
        if self._started_ms is None:
            dealt = (each.at_ms for each in self._queue if isinstance(each, Acted) and each.seat is None)
            self._started_ms = next(dealt, at_ms)
        return max(due_ms, self._opened_ms + max(0, at_ms - self._started_ms))

    def _pump(self) -> None:
        """Let out what is due, and wait for what is not."""
        if self._reading is not None or self._failed:
            return
        if self._cancel_timer is not None:
            self._cancel_timer()
        try:
            self._let_out(self._services.now_ms())
        except Exception as error:
            self._fail(error)
            return
        if not self._queue and self._deal < self._live.deal and self._is_open(self._deal + 1):
            self._reading = asyncio.create_task(self._read(self._go_on))
        self._wait()

    def _let_out(self, now_ms: int) -> None:
        while self._queue and self._is_due(self._queue[0].at_ms, now_ms):
            self._prefix = self._after(self._queue.popleft())
        if self._prefix is not self._shown:
            self._show()
        while self._said and self._is_out(*self._said[0][:2], now_ms):
            self._said.popleft()[2]()

    def _is_due(self, at_ms: int, now_ms: int) -> bool:
        due_ms = self._due_ms(at_ms)
        return due_ms is not None and due_ms <= now_ms

    def _is_out(self, deal: int, at_ms: int, now_ms: int) -> bool:
        return deal < self._deal or (deal == self._deal and self._is_due(at_ms, now_ms))

    def _wait(self) -> None:
        """Wake up when the next of what waits is due."""
        times = [self._due_ms(self._queue[0].at_ms)] if self._queue else []
        times += [self._due_ms(at_ms) for deal, at_ms, _ in list(self._said)[:1] if deal == self._deal]
        due_ms = min((each for each in times if each is not None), default=None)
        wait = self._services.timers.at
        self._cancel_timer = None if due_ms is None else wait(due_ms, self._pump)

    def _after(self, entry: Entry) -> Table:
        """The prefix with one entry more. Raises what the fold does."""
        if isinstance(entry, Base):
            return begin(self._live.id, self._live.game, self._deal, entry)
        if self._prefix is None:
            raise StoreError(f"expected the log of deal {self._deal} to begin with a base")
        return fold(self._prefix, entry)

    def _show(self) -> None:
        """Nobody is timed in the past."""
        assert self._prefix is not None, "expected something to show"
        self._shown = self._prefix
        shown = replace(self._prefix, paused=True, clock=replace(self._prefix.clock, stopped=True))
        if self.outbox is not None:
            self.outbox.publish(self.outbox.prepare(shown))
            return
        self.outbox = Feeds(shown, self._epoch, self._services.now_ms, self._services.timers.later)
        self._tell_waiting()

    def _tell_waiting(self) -> None:
        waiting, self._waiting = self._waiting, []
        for callback in waiting:
            callback()

    async def _read(self, work: Callable[[], Awaitable[None]]) -> None:
        """Read from the store, as often as it takes, and then let out what is due."""
        while True:
            try:
                await work()
                break
            except OSError:
                await asyncio.sleep(AGAIN_S)
            except Exception as error:
                self._fail(error)
                return
        self._reading = None
        self._pump()

    def _fail(self, error: Exception) -> None:
        """Show nothing more; an error is quoted only where its text never names a card."""
        log.error("the past of table %s met %s", self._live.id, loggable(error))
        self._failed = True
        self._tell_waiting()

    async def _begin(self) -> None:
        """Begin at the newest deal that is due, or before the first one where none is."""
        newest = await self._newest()
        opened_ms = None if newest is None else await self._open_since_ms(newest)
        deal = newest or 0
        self._take(deal, await self._log(deal))
        self._opened_ms = opened_ms
        self._prefix = self._after(self._queue.popleft())

    async def _newest(self) -> int | None:
        """The newest deal whose first entry is due, found by halves; None before the first is."""
        live, now_ms = self._live, self._services.now_ms()
        low, high = -1, live.deal
        while high >= 0 and not self._is_open(high):
            high -= 1
        while self._delay.ms and low < high:
            middle = (low + high + 1) // 2
            if await self._begun_ms(middle) + self._delay.ms <= now_ms:
                low = middle
            else:
                high = middle - 1
        return high if high >= 0 else None

    async def _begun_ms(self, deal: int) -> int:
        """When a deal began; long ago where its log is kept no more."""
        packed = await self._log(deal)
        return events.decode(packed[0]).at_ms if packed else 0

    async def _open_since_ms(self, deal: int) -> int:
        """When a deal that is open became so, or later: the last entry that may have opened it."""
        live, after = self._live, deal + self._delay.boards
        by_deals_only = self._closed is None and after <= live.deal
        return await self._begun_ms(after) if by_deals_only else live.time_ms

    async def _log(self, deal: int) -> tuple[bytes, ...]:
        return await self._services.store.load_deal(self._live.id, deal)

    async def _go_on(self) -> None:
        """Read the next deal whose log is kept."""
        for deal in range(self._deal + 1, self._live.deal + 1):
            packed = await self._log(deal)
            if packed:
                self._take(deal, packed)
                return

    def _take(self, deal: int, packed: tuple[bytes, ...]) -> None:
        """Make a deal the one that is shown: what was read of it, and what came meanwhile.

        What the store has but the live table not yet is no entry yet.
        """
        log_entries = [events.decode(entry) for entry in packed]
        known = len(log_entries)
        log_entries += [entry for number, index, entry in self._fresh if number == deal and index > known]
        self._fresh.clear()
        if deal == self._live.deal:
            del log_entries[self._live.index :]
        self._deal, self._queue = deal, deque(log_entries)
        self._opened_ms = self._started_ms = None
