"""A hub's contact with the store: its heartbeats, and its pause (hold) while the store does not answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from protocol.v1.codes import Code
from server.errors import Refusal
from server.hub.observers import Observers
from server.store.ownership import RETIRED_MS, Ownership, Peer

log = logging.getLogger("kibitz.hub")

HOLD_MS = 1_500
DEAD_MS = 2_500
"""The ages (ms) of a hub's last heartbeat at which it falls silent, and at which others take it for dead.

A hub must be silent before it may be taken for dead, also after it has waited `HOLD_MS` for an answer of the
store and then up to a heartbeat's interval for its next try. All hubs of one store need these two values: a
release that changes them makes the silence shorter before a later one makes the death earlier.
"""
LONE_HOLD_MS = 2_000
"""The age (ms) at which a hub falls silent that has its store for itself: it only waits for the store."""


class StoreContact:
    """The heartbeats of a hub to the store, and the hub's pause (hold) while the store does not answer.

    A hub is in a hold when the store has not answered for `hold_ms`: the hub then neither writes to the store
    nor sends frames to clients, because another hub may have taken over its tables. Observers of `held` get
    True when the hub pauses because the store does not answer, and False when the hub goes on.
    """

    def __init__(
        self, ownership: Ownership, now_ms: Callable[[], int], id: str, held: Observers[[bool]]
    ) -> None:
        self._ownership = ownership
        self._now_ms = now_ms
        self._id = id
        self._held = held
        self.hold_ms = HOLD_MS
        self.about: Callable[[], bytes] = bytes
        self._beat_ms = 0
        self._contact_ms: int | None = None
        self._held_ms: int | None = None

    async def beat_once(self) -> tuple[Peer, ...]:
        """Send a heartbeat to the store, and return all hubs with heartbeats when the store answers.

        Raises OSError if the store does not answer a heartbeat.
        """
        # Count from the sending, not from the answer: the store notes the heartbeat somewhere in between, and
        # this hub must hold before another hub may take over its tables.
        sent_ms = self._now_ms()
        peers = await self._ownership.beat(self._id, self.about())
        self._beat_ms = sent_ms
        if self._contact_ms is None:
            self._contact_ms = sent_ms
        return peers

    async def beat(self) -> tuple[Peer, ...] | None:
        """Send a heartbeat, and return all hubs with heartbeats; None after `hold_ms` without an answer."""
        try:
            # `asyncio.wait_for` is not used: before Python 3.12 it may lose a cancellation of this function.
            async with asyncio.timeout(self.hold_ms / 1000):
                return await self.beat_once()
        except (OSError, TimeoutError):
            self._contact_ms = None
            return None

    @property
    def answers(self) -> bool:
        """Return True if the store has answered a heartbeat that is younger than half of `hold_ms`.

        A store that hung answers an old heartbeat first: a hold that ended with it would soon begin again.
        """
        return self._now_ms() - self._beat_ms <= self.hold_ms // 2

    def holding(self, now_ms: int | None = None) -> bool:
        """Return True while the hub is in a hold (a pause of all tables), because the store does not answer.

        If the store has not answered for `hold_ms`, the hub's hold starts. `now_ms` is the server's present
        time, if the caller has just read the server's clock.
        """
        if self._held_ms is None:
            silent_ms = (self._now_ms() if now_ms is None else now_ms) - self._beat_ms
            if silent_ms > self.hold_ms:
                self._held_ms, self._contact_ms = self._beat_ms, None
                log.warning(
                    "the store has not answered for %d ms, or this process was suspended: the hub refuses "
                    "requests until the store answers",
                    silent_ms,
                )
                self._held.notify(True)
        return self._held_ms is not None

    def check(self) -> None:
        """Raise Refusal while the store does not answer, because another hub may own the tables by now."""
        if self.holding():
            raise Refusal(Code.UNAVAILABLE, "the store does not answer; send the request again", retry_ms=500)

    def go_on(self) -> int | None:
        """End the hub's hold and return how long it lasted, in ms.

        Return None if the hub is not in a hold, or if the store still does not answer.
        """
        if self._held_ms is None or not self.answers:
            return None
        away_ms, self._held_ms = self._now_ms() - self._held_ms, None
        log.warning("the store answers again after %d ms", away_ms)
        self._held.notify(False)
        return away_ms

    def may_depose(self, age_ms: int | None) -> bool:
        """Return True if this hub may take over a table from a hub that sent its last heartbeat `age_ms` ago.

        This hub may take over a table if the hub that owns the table has sent no heartbeat for `DEAD_MS` and
        this hub had contact with the store during that time, or if the owner has said that it stops. `age_ms`
        is None for a hub that has never sent a heartbeat.
        """
        if age_ms is not None and age_ms >= RETIRED_MS:
            return True
        contact_ms = self._contact_ms
        if contact_ms is None or (age_ms is not None and age_ms < DEAD_MS):
            return False
        return self._now_ms() - contact_ms >= DEAD_MS
