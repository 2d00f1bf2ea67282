"""What answers at the path of a websocket: the handler of a handshake, and the conversation after it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from protocol import negotiate
from protocol.v1.codec import CODECS, Codec
from server.errors import KibitzError
from server.session.front_desk import FrontDesk
from server.session.session import Session, Wire

PATH = "/v1/ws"


class Handshake(NamedTuple):
    """A client's request for a websocket.

    `headers` returns all values of a header; `address` is where the client connects from, as limits count it.
    """

    headers: Callable[[str], Sequence[str]]
    address: str


class Conversation(Protocol):
    """One open websocket, as the edge knows it: messages come in by `receive`."""

    @property
    def codec(self) -> Codec:
        """The codec of the messages, which says whether they are text or binary."""
        ...

    @property
    def greeted(self) -> bool:
        """Whether the client has said who it is; one that does not in time is hung up on."""
        ...

    def receive(self, frame: bytes) -> None:
        """Take one whole message."""
        ...

    def drained(self) -> None:
        """Send what is owed: the client has read all that it was sent."""
        ...

    def gone(self) -> None:
        """Clear up: the connection has ended."""
        ...


Begin = Callable[[Wire, str], Conversation]
"""Begin the conversation on an open websocket; its subprotocol is "" where none was chosen."""


class HandshakeRefused(KibitzError):
    """A handshake is answered with this HTTP `status` instead of a websocket."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class SocketHandler(Protocol):
    """The rules of the websockets at one path.

    `about` names it in the answer to a handshake at an unknown path: "the websocket", "that of …".
    """

    about: str

    def choose(self, offered: Sequence[str]) -> str | None:
        """Return the subprotocol to speak, None for none. Raises HandshakeRefused where none will do."""
        ...

    def admit(self, handshake: Handshake) -> Begin | Awaitable[Begin]:
        """Let a client in, at once or after a look at the store. Raises HandshakeRefused."""
        ...


Sockets = Mapping[str, SocketHandler]
"""The handlers by their paths."""


class ProtocolSocket:
    """The websocket of protocol v1: its subprotocol is the codec of a session."""

    about = "the websocket"

    def __init__(self, desk: FrontDesk) -> None:
        self._desk = desk

    def choose(self, offered: Sequence[str]) -> str | None:
        """Return the codec that the client likes best. Raises HandshakeRefused."""
        name = negotiate(offered)
        if name is None:
            raise HandshakeRefused(400, f"expected one of {', '.join(CODECS)} as subprotocol")
        return name

    def admit(self, handshake: Handshake) -> Begin:
        """Let every client in; it says who it is by `hello`."""

        def begin(wire: Wire, subprotocol: str) -> Conversation:
            return Session(wire, CODECS[subprotocol], self._desk, address=handshake.address)

        return begin
