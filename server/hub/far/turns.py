"""Turns at all hubs: while one request has the turn of a name, the others that want it wait.

The hubs agree which of them gives out the turns of a name. So requests of one player, or about one table, can
be carried out one after the other, through whichever hubs they come. A hub that has just joined or stopped is
not known to all others at once: in this moment two hubs may give out the same turn. So no rule of a game may
depend on turns; they only make the answers to simultaneous requests more exact.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, Protocol
from weakref import WeakValueDictionary

from server.hub.far.messages import Turn, TurnOver

log = logging.getLogger("kibitz.far")

LONGEST_S = 60.0
"""The longest time (s) for which another hub may keep a turn."""


class Keepers(Protocol):
    """The other hubs, as far as the turns use them."""

    id: str

    def heir(self, key: str) -> str:
        """Return the hub on which all hubs agree for a key."""
        ...

    def ask_turn(self, hub: str, turn: Callable[[int], Turn]) -> Awaitable[object]:
        """Ask another hub for a turn, and return when it is given. Raises Refusal if the hub is gone."""
        ...

    def end_turn(self, hub: str, over: TurnOver) -> None:
        """Tell another hub that a turn is over."""
        ...


class Turns:
    """The turns that this hub gives out, and those that it asks of other hubs."""

    def __init__(self, keepers: Keepers) -> None:
        self._keepers = keepers
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._given: dict[tuple[str, int], asyncio.Event] = {}
        self._numbers = count(1)

    @asynccontextmanager
    async def of(self, name: str) -> AsyncIterator[None]:
        """Wait for the turn of a name, and keep it until the end of the `with` block.

        Raises Refusal if the hub that gives out this turn stops meanwhile.
        """
        keeper = self._keepers.heir(name)
        if keeper == self._keepers.id:
            async with self._lock(name):
                yield
            return
        turn = next(self._numbers)
        try:
            await self._keepers.ask_turn(keeper, lambda number: Turn(number, name, turn))
            yield
        finally:
            self._keepers.end_turn(keeper, TurnOver(turn))

    def _lock(self, name: str) -> asyncio.Lock:
        return self._locks.get(name) or self._locks.setdefault(name, asyncio.Lock())

    def give(self, hub: str, wish: Turn, given: Callable[[], None]) -> Coroutine[Any, Any, None]:
        """Return the work of giving another hub a turn: it calls `given` once, and ends with the turn."""
        # Note the wish at once: the next message of the hub may take it back.
        over = self._given[hub, wish.turn] = asyncio.Event()
        return self._give(hub, wish, over, given)

    async def _give(self, hub: str, wish: Turn, over: asyncio.Event, given: Callable[[], None]) -> None:
        try:
            async with self._lock(wish.name):
                if over.is_set():
                    return
                given()
                async with asyncio.timeout(LONGEST_S):
                    await over.wait()
        except TimeoutError:
            log.error("hub %s has kept a turn for more than %d s", hub, LONGEST_S)
        finally:
            self._given.pop((hub, wish.turn), None)

    def end(self, hub: str, turn: int) -> None:
        """Take back a turn, also one that another hub does not want any more."""
        over = self._given.get((hub, turn))
        if over is not None:
            over.set()

    def lost(self, hub: str) -> None:
        """Take back all turns of a hub, because the link to it has broken."""
        for owner, turn in tuple(self._given):
            if owner == hub:
                self.end(owner, turn)
