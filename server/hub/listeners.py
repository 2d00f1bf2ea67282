"""The connections that follow a table, and the frames for them.

A connection to this hub is a `Listener`. A connection to another hub (the edge) is a `RelayedListener`: its
frames go to the edge. All watchers of other hubs with the same view and encoding are one crowd, for which a
patch goes out once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import count
from typing import Protocol

from msgspec import Struct

from protocol.v1.codec import Codec
from server.games.base import Audience


class Frame(Struct, eq=False, gc=False):
    """One encoded message; `wire` caches the bytes of the websocket frame."""

    payload: bytes
    binary: bool
    wire: bytes | None = None


class Readable(Protocol):
    """A connection's transport; `congested` is True while its client has not read the frames sent to it."""

    @property
    def congested(self) -> bool: ...


class Listener(Protocol):
    """A connection that follows a table; `wire` is its transport."""

    codec: Codec

    @property
    def wire(self) -> Readable: ...

    def deliver(self, frame: Frame) -> None: ...

    def dismissed(self, table: str) -> None:
        """Note that this connection no longer follows the table: its player may no longer watch it."""
        ...


class RelayedListener(ABC):
    """A connection to another hub (the edge) that follows a table of this hub.

    It is a `Listener`; its frames go to the edge, which writes them to the client.
    """

    codec: Codec

    @property
    @abstractmethod
    def wire(self) -> Readable: ...

    @abstractmethod
    def deliver(self, frame: Frame) -> None: ...

    @abstractmethod
    def dismissed(self, table: str) -> None: ...

    @abstractmethod
    def shown_as(self, audience: Audience) -> None:
        """Tell the edge as which audience the connection follows the table from now on."""

    @abstractmethod
    def join(self, crowd: Crowd, version: int) -> None:
        """Tell the edge that the connection has version `version` of a crowd's view, and gets its patches."""

    @abstractmethod
    def leave(self) -> None:
        """Tell the edge that the connection gets the patches of its crowd no more."""

    @abstractmethod
    def send_to_crowd(self, crowd: Crowd, version: int, frame: Frame) -> None:
        """Send the patch to version `version` to all members of a crowd, of which this is one."""


_numbers = count(1)


class Crowd:
    """The watchers of a feed at other hubs that have the present version of the view, in one encoding.

    `number` is different for each crowd of this process.
    """

    __slots__ = ("codec", "members", "number")

    def __init__(self, codec: Codec) -> None:
        self.codec = codec
        self.number = next(_numbers)
        self.members: dict[RelayedListener, None] = {}

    def send(self, frames: dict[Codec, Frame], version: int) -> None:
        """Send the members the patch to version `version`."""
        for member in self.members:
            member.send_to_crowd(self, version, frames[self.codec])
            return
