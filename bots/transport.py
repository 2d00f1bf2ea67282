"""Connections that carry encoded messages: a websocket, or a connection inside one process."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.typing import Subprotocol

from bots.errors import Closed, GaveUp
from protocol.v1.codec import MAX_UPDATE_BYTES, Codec

PATH = "/v1/ws"


class Transport(Protocol):
    """One connection to a server.

    A frame is one message in the encoding that the client and the server have agreed on.
    """

    async def send(self, frame: bytes) -> None:
        """Send a frame, which is an encoded message. Raises Closed or OSError if the connection has ended."""
        ...

    async def receive(self) -> bytes:
        """Return the next frame, an encoded message.

        Raises Closed or OSError if the connection has ended.
        """
        ...

    async def close(self) -> None: ...


Connect = Callable[[], Awaitable[Transport]]
"""A function that connects to a server and returns the connection.

If no connection is possible, the function raises GaveUp, or Closed, OSError or TimeoutError if a later
attempt may succeed.
"""


def http_address(url: str) -> str:
    """Return the `http` or `https` address of a server without a final slash, from any address of the server.

    >>> http_address("ws://localhost:8000/v1/ws"), http_address("example.org:8000/")
    ('http://localhost:8000', 'http://example.org:8000')
    """
    parts = urlsplit(url if "://" in url else f"http://{url}")
    schemes = {"http": "http", "ws": "http", "https": "https", "wss": "https"}
    if parts.scheme not in schemes or not parts.netloc:
        raise ValueError(f"expected an address such as http://host:port, got {url!r}")
    path = parts.path.rstrip("/").removesuffix(PATH)
    return f"{schemes[parts.scheme]}://{parts.netloc}{path}"


def websocket_address(url: str) -> str:
    """Return the address of a server's websocket, from any address of the server.

    >>> websocket_address("https://example.org")
    'wss://example.org/v1/ws'
    """
    return http_address(url).replace("http", "ws", 1) + PATH


def over_websocket(url: str, codec: Codec) -> Connect:
    """Return a function that connects to the websocket of the server at `url`, without compression.

    Raises ValueError for an invalid address.
    """
    address = websocket_address(url)

    async def dial() -> Transport:
        try:
            socket = await connect(
                address,
                subprotocols=[Subprotocol(codec.name)],
                compression=None,
                max_size=MAX_UPDATE_BYTES,
                ping_interval=None,
                close_timeout=1,
            )
        except InvalidStatus as error:
            raise _no_entry(address, error.response.status_code) from None
        except WebSocketException as error:
            raise Closed(1006, str(error)) from None
        if socket.subprotocol != codec.name:
            await socket.close()
            raise GaveUp(f"expected a server with the protocol {codec.name} at {address}, got another server")
        return _Websocket(socket, codec.binary)

    return dial


def _no_entry(address: str, status: int) -> Closed | GaveUp:
    """Return the error to raise when a server answers with an HTTP status instead of a websocket.

    The error is Closed for a status that may be temporary (408, 429, 5xx), else GaveUp.
    """
    if status in (408, 429) or status >= 500:
        return Closed(1006, f"{address} answers with HTTP status {status}")
    return GaveUp(f"expected a websocket at {address}, got HTTP status {status}")


class _Websocket:
    def __init__(self, socket: ClientConnection, binary: bool) -> None:
        self._socket = socket
        self._binary = binary

    async def send(self, frame: bytes) -> None:
        try:
            await self._socket.send(frame, text=not self._binary)
        except ConnectionClosed as error:
            raise _closed(error) from None

    async def receive(self) -> bytes:
        try:
            return await self._socket.recv(decode=False)
        except ConnectionClosed as error:
            raise _closed(error) from None

    async def close(self) -> None:
        await self._socket.close()


def _closed(error: ConnectionClosed) -> Closed:
    return Closed(error.rcvd.code, error.rcvd.reason) if error.rcvd is not None else Closed(1006)
