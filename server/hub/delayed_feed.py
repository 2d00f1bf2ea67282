"""The delayed view of a table: an older state of the table, with feeds of its own.

Delayed watchers see an entry of the table's log a fixed time after the entry was made. If the policy delays
whole deals, watchers see no entry of a deal before the whole deal may be shown, and then see its entries at
the pace at which the deal was played. The delayed view keeps at most one deal of the table's log in memory;
later deals stay in the store until they may be shown.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from protocol.v1.requests import Delay
from server.errors import loggable
from server.hub.feeds import Feeds
from server.hub.services import Services
from server.table import events
from server.table.commands import Deals
from server.table.events import Acted, Entry
from server.table.log_fold import LogFold
from server.table.table import Table

log = logging.getLogger("kibitz.delayed")

AGAIN_S = 0.5
LINES = 100
"""The number of lines of chat that may wait for delayed watchers; if there are more, the oldest are lost."""
Closed = Callable[[Table, int], bool]
"""A function that returns True if a match allows a deal of one of its tables to be shown to all watchers."""


def closed_in_match(table: Table, deals: Deals) -> Closed | None:
    """Return a function that tells if delayed watchers may see a deal of a table's match by now.

    Returns None for a table that plays no match.
    """
    sharing = table.game.sharing
    if sharing is None or sharing.standing(table.state) is None:
        return None

    def closed(live: Table, deal: int) -> bool:
        uploaded = deals.uploaded(deal)
        return uploaded is not None and sharing.closed(sharing.standing(live.state), uploaded, live.closed)

    return closed


class DelayedFeed:
    """The view of one table that delayed watchers see.

    `feeds` are the feeds of the delayed table; None before the log has been read, and if the log cannot be
    read. `live` is the table as players see it, without a delay. `epoch` is an id that only this delayed view
    of the table has. `closed` returns True if both tables of a match have finished a deal, so that delayed
    watchers may see it; it is None for a table outside a match. Until the first entry of the log may be
    shown, delayed watchers see the table as it was before its first deal.
    """

    def __init__(self, services: Services, live: Table, epoch: str, closed: Closed | None) -> None:
        self.feeds: Feeds | None = None
        self._services = services
        self._live = live
        self._epoch = epoch
        self._closed = closed
        self._fold = LogFold(live.id, live.game, 0)
        self._prefix: Table | None = None
        self._shown: Table | None = None
        self._queue: deque[Entry] = deque()
        self._deal = 0
        self._fresh: list[tuple[int, int, Entry]] = []
        self._opened_ms: int | None = None
        self._started_ms: int | None = None
        self._failed = False
        self._callbacks: deque[tuple[int, int, Callable[[], None]]] = deque(maxlen=LINES)
        self._waiting: list[Callable[[], None]] = []
        self._cancel_timer: Callable[[], None] | None = None
        self._reading: asyncio.Task[None] | None = self._services.tasks.run(self._read(self._begin))

    def when_ready(self, callback: Callable[[], None]) -> None:
        """Call `callback` once the delayed view is ready, or once reading the log has failed."""
        if self.feeds is not None or self._failed:
            callback()
        else:
            self._waiting.append(callback)

    def follow(self, live: Table, entry: Entry) -> None:
        """Receive a new log entry of the live table; `live` is the live table after this entry."""
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
        """Read the table's log again after a change of the watchers' delay.

        Log entries that may not be shown yet under the new delay disappear from the delayed view.
        """
        if self._reading is not None:
            self._reading.cancel()
        self._fresh.clear()
        self._reading = self._services.tasks.run(self._read(self._begin))

    def when_released(self, deal: int, at_ms: int, callback: Callable[[], None]) -> None:
        """Call `callback` when delayed watchers have seen all that happened in the deal `deal` until `at_ms`.

        The chat uses this function to delay its lines, because a line of chat may reveal what happened before
        it was written.
        """
        self._callbacks.append((deal, at_ms, callback))
        self._pump()

    def close(self) -> None:
        """End the delayed view and call all waiting callbacks."""
        if self._reading is not None:
            self._reading.cancel()
        if self._cancel_timer is not None:
            self._cancel_timer()
        self._call_waiting()

    @property
    def _delay(self) -> Delay:
        return self._live.policy.delay or Delay()

    def _is_open(self, deal: int) -> bool:
        """Return True if delayed watchers may see a deal by the rules of a match and by the delay in deals.

        This function does not check the policy's delay in milliseconds.
        """
        live, later = self._live, self._delay.boards
        if self._closed is not None and not self._closed(live, deal):
            return False
        return live.closed or live.deal >= deal + later

    @property
    def _by_deals(self) -> bool:
        return self._closed is not None or self._delay.boards > 0

    def _due_ms(self, at_ms: int) -> int | None:
        """Return the time at which delayed watchers see an entry of the shown deal that was made at `at_ms`.

        Return None if the time at which delayed watchers see the entry is not yet known.
        """
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
        """Show all log entries and call all callbacks that are due, and set the timer for the next ones."""
        if self._reading is not None or self._failed:
            return
        if self._cancel_timer is not None:
            self._cancel_timer()
        try:
            self._release(self._services.now_ms())
        except Exception as error:
            self._fail(error)
            return
        if not self._queue and self._deal < self._live.deal and self._is_open(self._deal + 1):
            self._reading = self._services.tasks.run(self._read(self._go_on))
        self._wait()

    def _release(self, now_ms: int) -> None:
        while self._queue and self._is_due(self._queue[0].at_ms, now_ms):
            self._prefix = self._fold.add(self._queue.popleft())
        if self._prefix is not self._shown:
            self._show()
        while self._callbacks and self._is_released(*self._callbacks[0][:2], now_ms):
            self._callbacks.popleft()[2]()

    def _is_due(self, at_ms: int, now_ms: int) -> bool:
        due_ms = self._due_ms(at_ms)
        return due_ms is not None and due_ms <= now_ms

    def _is_released(self, deal: int, at_ms: int, now_ms: int) -> bool:
        return deal < self._deal or (deal == self._deal and self._is_due(at_ms, now_ms))

    def _wait(self) -> None:
        """Set the timer for the next log entry to show or the next callback to call."""
        times = [self._due_ms(self._queue[0].at_ms)] if self._queue else []
        times += [self._due_ms(at_ms) for deal, at_ms, _ in list(self._callbacks)[:1] if deal == self._deal]
        due_ms = min((each for each in times if each is not None), default=None)
        wait = self._services.timers.at
        self._cancel_timer = None if due_ms is None else wait(due_ms, self._pump)

    def _show(self) -> None:
        """Show the delayed table, with its clock stopped, to the delayed watchers."""
        assert self._prefix is not None, "expected a delayed table to show, got none"
        self._shown = self._prefix
        shown = replace(self._prefix, paused=True, clock=replace(self._prefix.clock, stopped=True))
        if self.feeds is not None:
            self.feeds.publish(self.feeds.prepare(shown))
            return
        now_ms, later, ahead_ms = self._services.now_ms, self._services.timers.later, self._services.ahead_ms
        self.feeds = Feeds(shown, self._epoch, now_ms, later, ahead_ms=ahead_ms)
        self._call_waiting()

    def _call_waiting(self) -> None:
        waiting, self._waiting = self._waiting, []
        for callback in waiting:
            callback()

    async def _read(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run `work`, which reads the store, and then show the log entries that are due.

        After an OSError, `work` is repeated; any other error stops the delayed view.
        """
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
        """Stop the delayed view and log the error, without an error text that may name a card."""
        id, words = self._live.id, "the delayed view of table %s stops because of an error: %s"
        log.error(words, id, loggable(error), extra={"table": id})
        self._failed = True
        self._call_waiting()

    async def _begin(self) -> None:
        """Start the delayed view at the newest deal that may be shown, or else before the first deal."""
        newest = await self._newest()
        opened_ms = None if newest is None else await self._open_since_ms(newest)
        deal = newest or 0
        # This must be the last `await`: entries that arrive after `_take` and before the end of the reading
        # would be lost.
        self._take(deal, await self._log(deal))
        self._opened_ms = opened_ms
        self._prefix = self._fold.add(self._queue.popleft())

    async def _newest(self) -> int | None:
        """Return the newest deal that delayed watchers may see at least in part, found by binary search.

        Return None if delayed watchers may not see any deal yet.
        """
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
        """Return the time of a deal's first log entry; 0 if the store no longer has the log of the deal."""
        packed = await self._log(deal)
        return events.decode(packed[0]).at_ms if packed else 0

    async def _open_since_ms(self, deal: int) -> int:
        """Return the time since which watchers may see a deal.

        If the time since which watchers may see the deal is unknown, return the time of the table's last log
        entry.
        """
        live, after = self._live, deal + self._delay.boards
        by_deals_only = self._closed is None and after <= live.deal
        return await self._begun_ms(after) if by_deals_only else live.time_ms

    async def _log(self, deal: int) -> tuple[bytes, ...]:
        return await self._services.logs.load_deal(self._live.id, deal)

    async def _go_on(self) -> None:
        """Go on to the next deal: read its log. Deals without a log in the store are skipped."""
        for deal in range(self._deal + 1, self._live.deal + 1):
            packed = await self._log(deal)
            if packed:
                self._take(deal, packed)
                return

    def _take(self, deal: int, packed: tuple[bytes, ...]) -> None:
        """Begin to show delayed watchers another deal, with the log entries that were read from the store.

        Log entries that the live table has made since the store was read are shown as well. A log entry that
        the store has but that the live table has not yet applied is left out.
        """
        log_entries = [events.decode(entry) for entry in packed]
        known = len(log_entries)
        log_entries += [entry for number, index, entry in self._fresh if number == deal and index > known]
        self._fresh.clear()
        if deal == self._live.deal:
            del log_entries[self._live.index :]
        self._deal, self._queue = deal, deque(log_entries)
        self._fold = LogFold(self._live.id, self._live.game, deal)
        self._opened_ms = self._started_ms = None
