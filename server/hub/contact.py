"""A hub's contact with the store: its heartbeats, and what it may do while the store is silent."""

from __future__ import annotations

import asyncio
import logging

from protocol.v1.codes import Code
from server.errors import Refusal
from server.hub.observers import Observers
from server.hub.services import Services

log = logging.getLogger("kibitz.hub")

HOLD_MS = 2_000
DEAD_MS = 3_000


class StoreContact:
    """Heartbeats of the hub `id`. A hub that the store has not answered for `HOLD_MS` holds.

    It neither writes nor speaks then, as another hub may have its tables by now. Observers of `held` are told
    True when it begins to hold, False when it goes on.
    """

    def __init__(self, services: Services, id: str, held: Observers[[bool]]) -> None:
        self._services = services
        self._id = id
        self._held = held
        self._beat_ms = 0
        self._contact_ms: int | None = None
        self._held_ms: int | None = None

    async def beat_once(self) -> None:
        """Send a heartbeat and return when it is answered. Raises OSError without a store."""
        sent_ms = self._services.boot_ms()
        await self._services.store.beat(self._id)
        self._beat_ms = sent_ms
        if self._contact_ms is None:
            self._contact_ms = sent_ms

    async def beat(self) -> None:
        """Send a heartbeat and return when it is answered, or when the store has been silent for too long."""
        try:
            # not wait_for: before Python 3.12 it may swallow the cancellation that stops this
            async with asyncio.timeout(HOLD_MS / 1000):
                await self.beat_once()
        except (OSError, TimeoutError):
            self._contact_ms = None

    @property
    def answers(self) -> bool:
        """Whether the store has answered within `HOLD_MS`."""
        return self._services.boot_ms() - self._beat_ms <= HOLD_MS

    def holding(self) -> bool:
        """Return whether the hub may neither write nor speak; begin to hold where it is time."""
        if self._held_ms is None:
            silent_ms = self._services.boot_ms() - self._beat_ms
            if silent_ms > HOLD_MS:
                self._held_ms = self._services.now_ms() - silent_ms
                log.warning("the store has not answered for %d ms: holding", silent_ms)
                self._held.notify(True)
        return self._held_ms is not None

    def check(self) -> None:
        """Raise Refusal while the hub holds: another hub may know later states of its tables."""
        if self.holding():
            raise Refusal(Code.UNAVAILABLE, "the store is away; ask again", retry_ms=500)

    def go_on(self) -> int | None:
        """End the hold and return how many ms it took; None where the store is silent again."""
        if self._held_ms is None or not self.answers:
            return None
        away_ms, self._held_ms = self._services.now_ms() - self._held_ms, None
        log.warning("the store answers again after %d ms", away_ms)
        self._held.notify(False)
        return away_ms

    def may_depose(self, age_ms: int | None) -> bool:
        """Return whether the owner of a table is dead, whose last heartbeat is `age_ms` old.

        A hub silent for `DEAD_MS` is dead, to a hub that itself had contact for as long.
        """
        contact_ms = self._contact_ms
        if contact_ms is None or (age_ms is not None and age_ms < DEAD_MS):
            return False
        return self._services.boot_ms() - contact_ms >= DEAD_MS
