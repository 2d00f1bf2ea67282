"""A server with real sockets in a thread of its own on uvloop, and clients for it."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import socket
import ssl
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx
import msgspec
import psutil
import pytest
import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from protocol.v1.codec import MSGPACK, Codec, decode_update
from protocol.v1.requests import Hello, Policy, ToServer
from protocol.v1.updates import ToClient, Welcome
from server.app import running
from server.hub.hub import Hub
from server.settings import Settings
from server.store import binaries
from server.store.redis_connection import RedisConnection
from server.web.serving import Server

T = TypeVar("T")
PATIENCE_S = 30.0
TLS = ssl.create_default_context()
"""A shared TLS context without certificates, because creating one for each client is slow."""
GENEROUS: dict[str, Any] = {
    "requests_s": 1e6,
    "requests_burst": 10**6,
    "player_requests_s": 1e6,
    "player_requests_burst": 10**6,
    "connects_per_address_s": 1e6,
    "connects_per_address_burst": 10**6,
    "connections_per_address": 10**6,
    "guests_per_address_s": 1e6,
    "guests_per_address_burst": 10**6,
    "http_per_address_s": 1e6,
    "http_per_address_burst": 10**6,
    "opens_s": 1e6,
    "opens_burst": 10**6,
    "tables_per_player": 10**6,
    "tables_per_address": 10**6,
    "changes_burst": 10**6,
    "games_per_address_burst": 10**6,
    "exports_per_address_burst": 10**6,
    "uploads_burst": 10**6,
    "uploads_per_address_burst": 10**6,
    "robot_ms": 0,
    "house": False,
}


async def until(true: Callable[[], object]) -> None:
    """Wait until a condition is true."""
    async with asyncio.timeout(PATIENCE_S):
        while not true():
            await asyncio.sleep(0.01)


def _no_redis() -> str:
    """Return the reason why no redis-server is available, or "" if one is."""
    try:
        binaries.binary()
    except binaries.NoRedis as error:
        return str(error)
    return ""


needs_redis = pytest.mark.skipif(bool(_no_redis()), reason=_no_redis() or "there is a redis-server")


class Served:
    """A running server. `call` runs a function in its event loop, to inspect its state."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.address = ""
        self.hub: Hub
        self.server: Server
        self._left: list[str] = []
        self._started: Future[None] = Future()
        self._thread = threading.Thread(target=lambda: uvloop.run(self._serve()), daemon=True)

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        try:
            async with running(self.settings) as (self.server, self.hub, self.address):
                self._started.set_result(None)
                await self._stop.wait()
            self._left = [repr(task) for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        except BaseException as error:
            if not self._started.done():
                self._started.set_exception(error)
            raise

    def __enter__(self) -> Served:
        self._thread.start()
        self._started.result(PATIENCE_S)
        return self

    def __exit__(self, *failure: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Stop the server in an orderly way, and wait until it has ended; no task of it may be left."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive(), "expected the server to stop"
        assert not self._left, f"expected the server to end all its tasks, these were left: {self._left}"

    @property
    def hubs(self) -> tuple[Hub, ...]:
        """Return the hubs behind the address."""
        return (self.hub,)

    def call(self, look: Callable[[], T]) -> T:
        """Return the result of `look` in the server's own event loop."""

        async def run() -> T:
            return look()

        return asyncio.run_coroutine_threadsafe(run(), self._loop).result(PATIENCE_S)

    @property
    def redis(self) -> RedisConnection:
        """Return the server's connection to Redis."""
        logs: Any = self.hub.services.logs
        connection: RedisConnection = logs._logs._connection
        return connection

    @contextlib.contextmanager
    def redis_stopped(self) -> Iterator[None]:
        """Suspend the redis-server, so that it neither answers nor ends, for the duration of the context."""
        mine = str(self.settings.data_path.resolve())
        (process,) = [each for each in psutil.Process().children() if _directory(each) == mine]
        process.suspend()
        try:
            yield
        finally:
            process.resume()

    def sockets(self) -> list[Any]:
        """Return the server's open connections."""
        return self.call(lambda: list(self.server.server_state.connections))

    @property
    def port(self) -> int:
        return urlsplit(self.address).port or 0

    @property
    def websocket(self) -> str:
        return self.address.replace("http", "ws", 1) + "/v1/ws"

    def http(self, token: str | None = None) -> httpx.AsyncClient:
        """Return an HTTP client for the player with `token`."""
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        return httpx.AsyncClient(base_url=self.address, headers=headers, timeout=PATIENCE_S, verify=TLS)

    async def guest(self, name: str = "") -> str:
        """Return the token of a new guest."""
        async with self.http() as http:
            answer = await http.post("/v1/guests", json={"name": name})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["token"])

    async def table(self, token: str, **wishes: Any) -> str:
        """Return a new table at which four house robots play at full speed."""
        wish = {"seats": dict.fromkeys("0123", "plain"), "policy": QUICK, **wishes}
        async with self.http(token) as http:
            answer = await http.post("/v1/tables", json=wish)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])


def _directory(process: psutil.Process) -> str | None:
    """Return a process's working directory, or None if the process has ended."""
    try:
        return process.cwd()
    except psutil.NoSuchProcess:
        return None


JSON_BODY = {"content-type": "application/json"}
"""The content type header of a JSON body that is given as bytes."""
QUICK = msgspec.to_builtins(Policy(robot_ms=0, pause_ms=0))


@contextlib.contextmanager
def served(data: Path, **settings: Any) -> Iterator[Served]:
    """Yield a server with its own redis-server in `data`, limited only by the given settings.

    The server is as patient with its store as its clients are: on a busy machine Redis may be silent for more
    than the two seconds after which a hub holds and refuses requests, as `tests/hub/test_hold.py` tests.
    """
    with Served(Settings(data=str(data), port=0, **{**GENEROUS, **settings})) as running:
        # Not a change of the module: a server that runs for a whole session would change all later tests.
        running.hub._contact.hold_ms = round(PATIENCE_S * 1000)
        yield running


class Talk:
    """A websocket client of the protocol."""

    def __init__(self, socket: ClientConnection, codec: Codec) -> None:
        self.socket = socket
        self.codec = codec
        self.welcome: Welcome | None = None

    async def say(self, request: ToServer) -> None:
        await self.socket.send(self.codec.encode(request), text=not self.codec.binary)

    async def hear(self, kind: type[T] | Any = object) -> Any:
        """Return the next update of a type."""
        while True:
            update = await self.next()
            if isinstance(update, kind):
                return update

    async def next(self) -> ToClient:
        async with asyncio.timeout(PATIENCE_S):
            return decode_update(self.codec, await self.socket.recv(decode=False))

    async def ask(self, request: Any) -> Any:
        """Send a request with an `id`, and return its answer."""
        await self.say(request)
        while True:
            update = await self.next()
            if getattr(update, "id", 0) == request.id:
                return update

    async def end(self) -> int:
        """Read the remaining messages, and return the server's close code."""
        async with asyncio.timeout(PATIENCE_S):
            try:
                while True:
                    await self.socket.recv()
            except ConnectionClosed as closed:
                return closed.rcvd.code if closed.rcvd is not None else 1006


@contextlib.asynccontextmanager
async def talking(
    server: Served, token: str | None = None, codec: Codec = MSGPACK, *, hello: bool = True, **wishes: Any
) -> AsyncIterator[Talk]:
    """Yield a websocket client that has sent `hello`."""
    async with connect(
        server.websocket,
        subprotocols=[Subprotocol(codec.name)],
        **{"compression": None, "max_size": 1 << 20, "ping_interval": None, "close_timeout": 0.2, **wishes},
    ) as socket:
        talk = Talk(socket, codec)
        if hello:
            await talk.say(Hello(token=token))
            talk.welcome = await talk.hear(Welcome)
        yield talk


class Raw:
    """A bare TCP connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def head(self) -> str:
        """Return a response up to the end of its head."""
        async with asyncio.timeout(PATIENCE_S):
            return (await self.reader.readuntil(b"\r\n\r\n")).decode()

    async def rest(self, timeout_s: float = PATIENCE_S) -> bytes:
        """Return all data until the server closes the connection."""
        parts = []
        async with asyncio.timeout(timeout_s):
            with contextlib.suppress(ConnectionError):
                while part := await self.reader.read(65536):
                    parts.append(part)
        return b"".join(parts)

    async def frame(self) -> tuple[int, bytes]:
        """Return the next websocket frame's first byte and payload. Raises EOFError at the end."""
        async with asyncio.timeout(PATIENCE_S):
            first, size = await self.reader.readexactly(2)
            if size > 125:
                size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
            return first, await self.reader.readexactly(size)

    async def hears(self, word: bytes) -> bytes:
        """Return the next frame that contains this word."""
        while word not in (payload := (await self.frame())[1]):
            pass
        return payload

    async def close_code(self) -> int:
        """Return the close code of a websocket, or 1006 if none was sent."""
        try:
            while True:
                first, payload = await self.frame()
                if first & 0x0F == CLOSE:
                    return int.from_bytes(payload[:2], "big")
        except (EOFError, ConnectionError):
            return 1006

    async def upgraded(self, protocol: str = MSGPACK.name, **headers: str) -> Raw:
        """Do a websocket handshake and return the connection."""
        await self.send(upgrade(protocol, **headers))
        assert " 101 " in await self.head()
        return self

    def abort(self) -> None:
        """Abort the connection at once."""
        self.writer.transport.abort()


@contextlib.asynccontextmanager
async def raw(server: Served, receive_buffer: int | None = None) -> AsyncIterator[Raw]:
    """Yield a TCP connection to the server; a small `receive_buffer` is for tests that stop reading."""
    plug = socket.socket()
    if receive_buffer is not None:
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    plug.setblocking(False)
    await asyncio.get_running_loop().sock_connect(plug, ("127.0.0.1", server.port))
    reader, writer = await asyncio.open_connection(sock=plug, limit=receive_buffer or 1 << 16)
    try:
        yield Raw(reader, writer)
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


def upgrade(protocol: str = MSGPACK.name, path: str = "/v1/ws", method: str = "GET", **headers: str) -> bytes:
    """Return a request for a websocket."""
    lines = {
        "Host": "localhost",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        "Sec-WebSocket-Protocol": protocol,
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    head = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in lines.items() if value)]
    return "\r\n".join([*head, "", ""]).encode()


def frame(opcode: int, payload: bytes, *, fin: bool = True, mask: bool = True, bits: int = 0) -> bytes:
    """Return a client's websocket frame."""
    first = (0x80 if fin else 0) | bits | opcode
    size = len(payload)
    if size < 126:
        head = bytes([first, (0x80 if mask else 0) | size])
    elif size < 1 << 16:
        head = bytes([first, (0x80 if mask else 0) | 126]) + size.to_bytes(2, "big")
    else:
        head = bytes([first, (0x80 if mask else 0) | 127]) + size.to_bytes(8, "big")
    return head + (b"\0\0\0\0" if mask else b"") + payload


CONT, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
