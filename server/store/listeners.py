"""The functions of this process that listen to channels of the bus."""

from __future__ import annotations

import logging

from server.store.bus import Hear

log = logging.getLogger("kibitz.store")


class Listeners:
    """The functions that listen to channels, by the name of the channel as bytes."""

    def __init__(self) -> None:
        # Each tuple is replaced, never changed, as a function may stop listening while it is called.
        self._functions: dict[bytes, tuple[Hear, ...]] = {}

    def add(self, channel: bytes, hear: Hear) -> bool:
        """Add a listener; return True if it is the first one of its channel."""
        earlier = self._functions.get(channel, ())
        self._functions[channel] = (*earlier, hear)
        return not earlier

    def remove(self, channel: bytes, hear: Hear) -> bool:
        """Remove a listener, if it is there; return True if it was the last one of its channel."""
        functions = list(self._functions.get(channel, ()))
        if hear not in functions:
            return False
        functions.remove(hear)
        if functions:
            self._functions[channel] = tuple(functions)
        else:
            del self._functions[channel]
        return not functions

    def tell(self, channel: bytes, payload: bytes) -> None:
        """Pass a message on to all listeners of its channel."""
        for hear in self._functions.get(channel, ()):
            try:
                hear(payload)
            except Exception as error:
                log.error("a listener of %s failed with %s", channel.decode(), type(error).__name__)

    def clear(self) -> None:
        """Remove all listeners."""
        self._functions.clear()
