"""Interfaces of websocket handlers: the handler of a path, and the conversation on an open websocket."""

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

    `headers` takes the name of a request header and returns all its values. `address` is the client's
    address, from a trusted proxy's header or from the socket.
    """

    headers: Callable[[str], Sequence[str]]
    address: str


class Conversation(Protocol):
    """One open websocket; `server.web.websocket` passes each message of the client to `receive`."""

    @property
    def codec(self) -> Codec:
        """Return the codec of the messages, which decides if the websocket frames are binary or text."""
        ...

    @property
    def greeted(self) -> bool:
        """Return True if the client has identified itself.

        A client that does not identify itself in time is disconnected.
        """
        ...

    def receive(self, frame: bytes) -> None:
        """Handle one whole message of the client."""
        ...

    def drained(self) -> None:
        """Send the updates that had to wait until the client had read everything that was sent before."""
        ...

    def gone(self) -> None:
        """Release all resources of this conversation, because the connection has ended."""
        ...


Begin = Callable[[Wire, str], Conversation]
"""A function that starts the conversation on an open websocket; its second argument is the subprotocol or "".
"""


class HandshakeRefused(KibitzError):
    """The error that refuses a websocket handshake with the HTTP status `status`."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class SocketHandler(Protocol):
    """The rules for the websockets at one path: the choice of a subprotocol, and the admission of clients.

    `about` names this websocket in the error text for a handshake at an unknown path, for example "the
    websocket".
    """

    about: str

    def choose(self, offered: Sequence[str]) -> str | None:
        """Return the websocket subprotocol to use, or None to use no subprotocol.

        Raises HandshakeRefused if no offered subprotocol is supported.
        """
        ...

    def admit(self, handshake: Handshake) -> Begin | Awaitable[Begin]:
        """Accept the client of a handshake, at once or after a query to the store.

        Raises HandshakeRefused if the client may not connect.
        """
        ...


Sockets = Mapping[str, SocketHandler]
"""The websocket handlers by their URL paths."""


class ProtocolSocket:
    """The websocket of protocol v1; the subprotocol determines the codec of the session."""

    about = "the websocket"

    def __init__(self, front_desk: FrontDesk) -> None:
        self._front_desk = front_desk

    def choose(self, offered: Sequence[str]) -> str | None:
        """Return the first subprotocol in the client's list that this server supports.

        The subprotocol names the codec of the messages. Raises HandshakeRefused if this server supports no
        subprotocol in the list.
        """
        name = negotiate(offered)
        if name is None:
            raise HandshakeRefused(400, f"expected one of {', '.join(CODECS)} as the subprotocol")
        return name

    def admit(self, handshake: Handshake) -> Begin:
        """Accept every client; the client identifies itself later with the message `hello`."""

        def begin(wire: Wire, subprotocol: str) -> Conversation:
            return Session(wire, CODECS[subprotocol], self._front_desk, address=handshake.address)

        return begin
