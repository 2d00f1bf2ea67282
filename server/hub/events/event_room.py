"""An event in the memory of the hub that owns it, and the only way to change the event."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence

from protocol.v1.codes import Code
from server.errors import Refusal
from server.events.commands import Asked, decide
from server.events.entries import Entry, Staged, encode
from server.events.event import Event, fold
from server.events.schedule import TableReport, due_ms, expire, learned
from server.hub.events.event_ids import stored_event_id
from server.hub.owned_log import OwnedLog
from server.hub.presence import Kept
from server.hub.services import Alarm, Services
from server.store.table_logs import DealLog, Meta

AGAIN_MS = 1_000
"""The time in ms after which an event looks again for what it must do."""
MOST_AGAIN_MS = 60_000
"""The longest time in ms after which an event tries again what has failed several times."""


class EventRoom:
    """An event that this hub owns; the store accepts entries only with the owner's `token`.

    `stored` is the event after the last entry that the store has, and `ahead` the event after all entries
    that are on their way to the store. `meta` are the stored data about the event. `failed` says how often in
    a row the work on the event has failed. `changed` is called after the store has more entries, and at the
    times at which the event must do something. `lost` is called once, when the store says that another hub
    owns the event, or that its log differs.
    """

    def __init__(
        self,
        services: Services,
        event: Event,
        meta: Meta,
        token: str,
        *,
        changed: Callable[[EventRoom], None],
        lost: Callable[[EventRoom], None],
    ) -> None:
        self.meta, self.token = meta, token
        self.services = services
        self.failed = 0
        self._changed, self._lost = changed, lost
        self._waiting: list[tuple[int, Kept]] = []
        self._alarm = Alarm(services.timers, self._wake)
        self._log = OwnedLog[Event, Entry](
            services,
            DealLog(stored_event_id(event.id), 0, token),
            event,
            fold=fold,
            encode=encode,
            status_of=_status_of,
            came=self._came,
            lost=self._lose,
        )

    @property
    def stored(self) -> Event:
        return self._log.stored

    @property
    def ahead(self) -> Event:
        return self._log.ahead

    @property
    def left(self) -> bool:
        """Return True once this hub no longer owns the event, or has unloaded it."""
        return self._log.left

    @property
    def id(self) -> str:
        return self.stored.id

    async def ask(self, asked: Asked) -> Event:
        """Carry out a request, and return the event after the store has what follows from it.

        Raises Refusal or IllegalAction for a request that is not allowed, and Refusal if the outcome is not
        known because another hub has taken the event over.
        """
        if self.left:
            raise moving()
        self.put(decide(self.ahead, asked))
        stored: asyncio.Future[Event] = asyncio.get_running_loop().create_future()

        def answer(refusal: Refusal | None) -> None:
            if stored.done():
                return
            if refusal is not None:
                stored.set_exception(refusal)
            else:
                stored.set_result(self.stored)

        self.when_stored(answer)
        return await stored

    def when_stored(self, answer: Kept) -> None:
        """Call `answer` once the store has all entries that are on their way to it.

        It is called with a Refusal if this hub loses or unloads the event before.
        """
        if self.left:
            answer(moving())
        elif self.ahead.index == self.stored.index:
            answer(None)
        else:
            self._waiting.append((self.ahead.index, answer))

    def learn(self, round: int, reports: Mapping[int, TableReport]) -> None:
        """Enter into the log what is new about the tables of a round."""
        self.put(learned(self.ahead, round, reports, self.services.now_ms()))

    def put(self, entries: tuple[Entry, ...]) -> None:
        """Enter into the log what follows from a request, or what the event does by itself."""
        if not self.left:
            self._log.put(entries)

    def arm(self, also_ms: int | None = None) -> None:
        """Set the alarm for the next step of the event, and for the time `also_ms`."""
        times = [each for each in (due_ms(self.ahead), also_ms) if each is not None]
        self._alarm.set(min(times, default=None))

    def try_again(self, *, failed: bool) -> None:
        """Set the alarm for another try of what the event must do, ever later while it has `failed`."""
        wait_ms = min(AGAIN_MS << min(self.failed, 10), MOST_AGAIN_MS)
        self.failed = self.failed + 1 if failed else 0
        self.arm(self.services.now_ms() + (wait_ms if failed else AGAIN_MS))

    def leave(self) -> None:
        """Stop the room, because this hub no longer owns the event or unloads it."""
        self._log.leave()
        self._alarm.stop()
        waiting, self._waiting = self._waiting, []
        for _, answer in waiting:
            answer(moving())

    def _wake(self) -> None:
        if self.left:
            return
        entries = expire(self.ahead, self.services.now_ms())
        if entries:
            self.put(entries)
        else:
            self._changed(self)

    def _came(self) -> None:
        ready = [each for each in self._waiting if each[0] <= self.stored.index]
        self._waiting = [each for each in self._waiting if each[0] > self.stored.index]
        for _, answer in ready:
            answer(None)
        self._changed(self)

    def _lose(self) -> None:
        self.leave()
        self._lost(self)


def _status_of(entries: Sequence[Entry]) -> str | None:
    stages = {entry.stage for entry in entries if isinstance(entry, Staged)}
    return "closed" if {"final", "cancelled"} & stages else "open" if "open" in stages else None


def moving() -> Refusal:
    """Return the Refusal of a request to an event that another server takes over."""
    return Refusal(
        Code.UNAVAILABLE, "another server takes this event over; send the request again", retry_ms=300
    )
