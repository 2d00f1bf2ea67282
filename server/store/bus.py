"""The interface of the bus: short-lived messages between the hubs of one store."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

Hear = Callable[[bytes], None]
Leave = Callable[[], None]


class Bus(Protocol):
    """The messages between hubs, each sent on a channel to the functions that listen to this channel now.

    A message may be lost, and nothing tells its sender. It may also arrive late, twice, or before an earlier
    message; `server/links` makes ordered messages of this, of which none is lost. The name of a channel
    begins with `kibitz:`.
    """

    def publish(self, channel: str, payload: bytes) -> None:
        """Send the bytes `payload` to all listeners of a channel, in a later turn of the event loop."""
        ...

    def listen(self, channel: str, hear: Hear) -> Leave:
        """Call `hear` with each message on a channel, and return a function that ends this.

        Messages may be missed until the store knows of the listener. `hear` is never called within `publish`
        or `listen`. An exception of `hear` is only logged.
        """
        ...
