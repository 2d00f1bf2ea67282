"""The loading of tables that a hub gets from another one, which has died or hands them over."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from typing import Protocol

from server.errors import Refusal
from server.hub.room import Room
from server.hub.services import Services
from server.hub.waking import TAKEN_AT_ONCE
from server.store.ownership import Ownership

log = logging.getLogger("kibitz.hub")

NOTED_AT_ONCE = 250
"""The number of deadlines that are stored with one command; with more, players would wait."""


class Hub(Protocol):
    """The methods of a hub that takes tables over."""

    @property
    def id(self) -> str: ...

    @property
    def rooms(self) -> tuple[Room, ...]: ...

    def heir(self, table: str) -> str:
        """Return the hub that gets a table of a dead hub."""
        ...

    async def take(self, tables: Sequence[str], dead: str | None) -> list[Room | BaseException]:
        """Load tables of this hub, or of a dead one, and return their rooms, or why there is none."""
        ...


class TakingOver:
    """The tables that a hub gets from others, and the notes in the store for the hub that comes after it."""

    def __init__(self, hub: Hub, services: Services, ownership: Ownership) -> None:
        self._hub = hub
        self._services = services
        self._ownership = ownership
        self._deadlines: dict[str, int | None] = {}

    async def note_awake(self) -> None:
        """Store which tables are in memory, with their next deadlines, for the hub that takes them over."""
        now = {room.table.id: room.viewers.feeds.times.deadline_ms for room in self._hub.rooms}
        new = {id: deadline for id, deadline in now.items() if self._deadlines.get(id, -1) != deadline}
        asleep = self._deadlines.keys() - now.keys()
        with suppress(OSError):
            changed = iter(new.items())
            while some := dict(islice(changed, NOTED_AT_ONCE)):
                await self._ownership.note_awake(self._hub.id, some)
            if asleep:
                await self._ownership.note_asleep(self._hub.id, tuple(asleep))
            self._deadlines = now

    async def from_dead(self, dead: str) -> None:
        """Load this hub's share of the tables that a dead hub had in memory, the next deadline first."""
        try:
            orphans = await self._ownership.awake(dead)
        except OSError:
            return  # Each table is loaded when it is asked for.
        mine = [table for table in orphans if self._hub.heir(table) == self._hub.id]
        if mine:
            log.warning("hub %s has stopped: taking over %d of its %d tables", dead, len(mine), len(orphans))
            self._services.meter.takeovers.inc(len(mine))
        await self.load(mine, dead)
        with suppress(OSError):
            await self._ownership.note_asleep(dead, mine)

    async def load(self, tables: Sequence[str], dead: str | None = None) -> None:
        """Load tables that were handed to this hub, or that the hub `dead` has owned, the first ones first.

        While the store does not answer, no table is loaded: each is loaded later when it is asked for.
        """
        # A dead hub may have had thousands of tables, and one that is asked for comes before the others.
        together = max(1, len(tables)) if dead is None else TAKEN_AT_ONCE
        for first in range(0, len(tables), together):
            with suppress(Refusal):
                for found in await self._hub.take(tables[first : first + together], dead):
                    if isinstance(found, BaseException) and not isinstance(found, Refusal):
                        log.error("a table could not be taken over: %s", type(found).__name__)
