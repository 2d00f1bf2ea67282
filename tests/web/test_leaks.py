"""Memory after connections of every kind, ended at any moment."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable

from protocol.v1.codec import MSGPACK
from protocol.v1.requests import Act, Hello, Sit, Watch
from server.hub.feeds import Subscription
from server.session.session import Session
from server.web.http import ImpatientHttp
from server.web.rest import Lines
from server.web.websocket import KibitzWebSocket
from tests.web.served import BINARY, Raw, Served, frame, needs_redis, raw, upgrade

pytestmark = needs_redis
KEPT = (KibitzWebSocket, ImpatientHttp, Session, Lines, Subscription)
A_FEW = 6
"""The number of objects that the last answer may keep alive until the next one."""
Visit = Callable[[Raw, str, str], Awaitable[object]]


def say(*requests: object) -> bytes:
    return b"".join(frame(BINARY, MSGPACK.encode(request)) for request in requests)


async def nothing(connection: Raw, table: str, token: str) -> None:
    return None


async def half_a_head(connection: Raw, table: str, token: str) -> None:
    await connection.send(upgrade()[:50])


async def handshake(connection: Raw, table: str, token: str) -> None:
    await connection.upgraded()


async def refused(connection: Raw, table: str, token: str) -> None:
    await connection.send(upgrade("soap"))


async def hello(connection: Raw, table: str, token: str) -> None:
    await connection.upgraded()
    await connection.send(say(Hello(token=token)))


async def watched(connection: Raw, table: str, token: str) -> None:
    await connection.upgraded()
    await connection.send(say(Hello(token=token), Watch(table=table, id=1)))
    await connection.hears(b"view")


async def looked(connection: Raw, table: str, token: str) -> None:
    await connection.upgraded()
    await connection.send(say(Hello(token=token), Watch(table=table, as_="all", id=1)))


async def acted(connection: Raw, table: str, token: str) -> None:
    await connection.upgraded()
    act = Act(table=table, n=1, action={"t": "call", "call": "P"})
    await connection.send(say(Hello(token=token), Sit(table=table, seat=0), act) + frame(BINARY, b"half")[:7])


async def asked(connection: Raw, table: str, token: str) -> None:
    await connection.send(f"GET /v1/tables/{table} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())


async def streamed(connection: Raw, table: str, token: str) -> None:
    await connection.send(f"GET /v1/tables/{table}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())


async def uploaded(connection: Raw, table: str, token: str) -> None:
    head = f"PUT /v1/tables/{table}/card HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
    body = "Content-Type: text/plain\r\nContent-Length: 200000\r\n\r\n" + "x" * 100_000
    await connection.send(f"{head}{body}".encode())


VISITS: tuple[Visit, ...] = (
    nothing, half_a_head, handshake, refused, hello, watched, looked, acted, asked, streamed, uploaded
)  # fmt: skip


def live_objects() -> int:
    """Return the number of objects of the classes that connections consist of."""
    gc.collect()
    return sum(isinstance(each, KEPT) for each in gc.get_objects())


async def test_three_hundred_connections_leave_nothing(server: Served) -> None:
    token = await server.guest("Ann")
    table = await server.table(token, seats={}, policy={"hands": "live"})

    async def visit(kind: Visit, rudely: bool) -> None:
        async with raw(server) as connection:
            await kind(connection, table, token)
            if rudely:
                connection.abort()

    for _ in range(15):
        await asyncio.gather(*(visit(kind, rudely) for kind in VISITS for rudely in (True, False)))
    async with asyncio.timeout(30):
        while server.sockets() or server.call(live_objects) > A_FEW:
            await asyncio.sleep(0.1)
