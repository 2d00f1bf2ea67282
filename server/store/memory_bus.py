"""A bus in the memory of one process, for one server without Redis and for tests with several hubs."""

from __future__ import annotations

import asyncio

from server.store.bus import Hear, Leave
from server.store.listeners import Listeners


class MemoryBus:
    """The bus between the hubs of one process. Each message arrives once, in order, in a later turn.

    A test may override `carry`, which gets every message and calls `deliver` for it: to lose a message, to
    repeat it or to delay it.
    """

    def __init__(self) -> None:
        self._listeners = Listeners()

    def publish(self, channel: str, payload: bytes) -> None:
        self.carry(channel, payload)

    def carry(self, channel: str, payload: bytes) -> None:
        """Deliver a message in a later turn of the event loop."""
        asyncio.get_running_loop().call_soon(self.deliver, channel, payload)

    def deliver(self, channel: str, payload: bytes) -> None:
        """Pass a message on to those that listen to its channel now."""
        self._listeners.tell(channel.encode(), payload)

    def listen(self, channel: str, hear: Hear) -> Leave:
        name = channel.encode()
        self._listeners.add(name, hear)

        def leave() -> None:
            self._listeners.remove(name, hear)

        return leave
