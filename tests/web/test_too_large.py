"""Bodies over the limit, answered by 413, which every client can read."""

from __future__ import annotations

import asyncio
import http.client
import json
import shutil
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from starlette.routing import Route

from server.web import http as connections
from server.web.responses import MAX_BODY
from tests.web.served import PATIENCE_S, Served, needs_redis, raw, until

pytestmark = needs_redis

JUST, FAR = MAX_BODY + 1, MAX_BODY + (50 << 20)
PIECE = b"%" * 65_536
Answer = tuple[int, dict[str, Any]]


def pieces(size: int) -> Iterator[bytes]:
    """Yield a body of this size in chunks."""
    while size > 0:
        yield PIECE[:size]
        size -= len(PIECE)


def by_urllib(url: str, token: str, size: int, chunked: bool) -> Answer:
    body = pieces(size) if chunked else b"%" * size
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "text/plain"}
    request = urllib.request.Request(url, body, headers, method="POST")  # type: ignore[arg-type]  # any iterable
    with pytest.raises(urllib.error.HTTPError) as error:
        urllib.request.urlopen(request, timeout=PATIENCE_S)
    return error.value.code, json.load(error.value)


def by_http_client(url: str, token: str, size: int, chunked: bool) -> Answer:
    host, _, path = url.removeprefix("http://").partition("/")
    connection = http.client.HTTPConnection(host, timeout=PATIENCE_S)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    connection.request("POST", f"/{path}", pieces(size) if chunked else b"%" * size, headers)
    answer = connection.getresponse()
    told = answer.status, json.load(answer)
    connection.close()
    return told


def by_httpx(url: str, token: str, size: int, chunked: bool) -> Answer:
    headers = {"Authorization": f"Bearer {token}"}
    body = pieces(size) if chunked else b"%" * size
    answer = httpx.post(url, content=body, headers=headers, timeout=PATIENCE_S)
    return answer.status_code, answer.json()


def by_curl(url: str, token: str, size: int, chunked: bool) -> Answer:
    """Return the result of curl, which asks with `Expect: 100-continue` before it sends a large body."""
    how = ["-H", "Transfer-Encoding: chunked"] if chunked else []
    told = [
        "-sS",
        "-w",
        "\n%{http_code}",
        "-H",
        f"Authorization: Bearer {token}",
        *how,
        "--data-binary",
        "@-",
        url,
    ]
    ran = subprocess.run(["curl", *told], input=b"%" * size, capture_output=True, timeout=PATIENCE_S)
    assert ran.returncode == 0, ran.stderr.decode()
    body, _, status = ran.stdout.decode().rpartition("\n")
    return int(status), json.loads(body)


FETCH = """
const [url, token, size, chunked] = process.argv.slice(1);
const piece = new Uint8Array(65536).fill(37);
let left = Number(size);
const stream = () => new ReadableStream({ pull(to) {
  if (left <= 0) return to.close();
  to.enqueue(piece.slice(0, left)); left -= piece.length; } });
const body = chunked === "true" ? stream() : new Uint8Array(left).fill(37);
const headers = { authorization: `Bearer ${token}` };
fetch(url, { method: "POST", body, headers, duplex: "half" })
  .then(async answer => console.log(JSON.stringify([answer.status, await answer.json()])))
  .catch(error => { console.error(error, error.cause); process.exit(1); });
"""


def by_fetch(url: str, token: str, size: int, chunked: bool) -> Answer:
    """Return the result of node's `fetch`."""
    command = ["node", "-e", FETCH, url, token, str(size), str(chunked).lower()]
    ran = subprocess.run(command, capture_output=True, timeout=PATIENCE_S)
    assert ran.returncode == 0, ran.stderr.decode()
    status, body = json.loads(ran.stdout)
    return status, body


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"there is no {program} here")


CLIENTS = [
    pytest.param(by_urllib, id="urllib"),
    pytest.param(by_http_client, id="http.client"),
    pytest.param(by_httpx, id="httpx"),
    pytest.param(by_curl, id="curl", marks=needs("curl")),
    pytest.param(by_fetch, id="fetch", marks=needs("node")),
]


@pytest.mark.parametrize("chunked", [False, True], ids=["length", "chunks"])
@pytest.mark.parametrize("size", [JUST, FAR], ids=["just", "far"])
@pytest.mark.parametrize("client", CLIENTS)
async def test_every_client_reads_that_its_file_is_too_large(
    server: Served, client: Callable[..., Answer], size: int, chunked: bool
) -> None:
    token = await server.guest()
    url = f"{server.address}/v1/tables?game=replay"
    status, told = await asyncio.to_thread(client, url, token, size, chunked)
    assert (status, told["code"]) == (413, "too_big")
    assert f"at most {MAX_BODY} bytes" in told["message"]


def refusing(server: Served) -> list[tuple[str, str]]:
    """Return every method and path that may have a body."""
    routes = [route for route in server.server.config.app.routes if isinstance(route, Route)]  # type: ignore[union-attr]
    return [
        (method, route.path.replace("{", "").replace("}", ""))
        for route in routes
        for method in sorted(route.methods or ())
        if method not in ("GET", "HEAD")
    ]


async def test_every_route_that_takes_a_body_refuses_one_that_is_too_large(server: Served) -> None:
    paths = refusing(server)
    assert {"/v1/tables", "/v1/matches", "/api/tables", "/api/auth/guest"} <= {path for _, path in paths}
    for method, path in paths:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
        body, headers = b"%" * (4 << 20), {"Content-Type": "application/json"}
        await asyncio.to_thread(connection.request, method, path, body, headers)
        answer = await asyncio.to_thread(connection.getresponse)
        assert (answer.status, answer.getheader("connection")) == (413, "close"), path
        assert json.load(answer)["code"] in ("too_big", "TOO_BIG")
        connection.close()


@pytest.mark.parametrize(("path", "code"), [("/v1/guests", "too_big"), ("/api/auth/guest", "TOO_BIG")])
@pytest.mark.parametrize("chunked", [False, True], ids=["length", "chunks"])
async def test_small_bodies_have_a_small_limit(server: Served, path: str, code: str, chunked: bool) -> None:
    status, told = await asyncio.to_thread(by_http_client, server.address + path, "", 300_000, chunked)
    assert (status, told["code"]) == (413, code)


async def test_a_client_that_is_refused_for_another_reason_reads_why(server: Served) -> None:
    url = f"{server.address}/v1/tables"
    status, told = await asyncio.to_thread(by_urllib, url, "nobody", MAX_BODY, False)
    assert (status, told["code"]) == (401, "unauthorized")


def head(token: str, *more: str, path: str = "/v1/tables") -> bytes:
    lines = (f"POST {path} HTTP/1.1", "Host: localhost", f"Authorization: Bearer {token}", *more, "", "")
    return "\r\n".join(lines).encode()


async def test_a_client_that_asks_before_sending_is_refused_at_once(server: Served) -> None:
    token = await server.guest()
    async with raw(server) as connection:
        await connection.send(head(token, f"Content-Length: {FAR}", "Expect: 100-continue"))
        assert (await connection.head()).startswith("HTTP/1.1 413 ")
        assert b"too_big" in await connection.rest()


async def test_the_bytes_after_a_body_that_was_left_out_are_no_request(server: Served) -> None:
    """A client that was refused instead of told to continue may send its next request in the body's place."""
    async with raw(server) as connection:
        await connection.send(head("nobody", "Content-Length: 40", "Expect: 100-continue"))
        assert (await connection.head()).startswith("HTTP/1.1 401 ")
        await connection.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 2)
        assert b"HTTP/1.1" not in await connection.rest()


@pytest.mark.parametrize("kept", ["keep-alive", "close"])
@pytest.mark.parametrize("path", ["/v1/tables", "/v1/guests", "/healthz"])
async def test_a_body_without_end_is_cut_off_after_so_many_bytes(
    server: Served, monkeypatch: pytest.MonkeyPatch, path: str, kept: str
) -> None:
    monkeypatch.setattr(connections, "DISCARD_BYTES", 1 << 20)
    sent = 0
    async with raw(server) as connection, asyncio.timeout(PATIENCE_S):
        await connection.send(head("nobody", "Transfer-Encoding: chunked", f"Connection: {kept}", path=path))
        with pytest.raises(ConnectionError):
            while True:
                await connection.send(b"10000\r\n" + PIECE + b"\r\n")
                sent += len(PIECE)
    await until(lambda: server.sockets() == [])
    assert sent < 64 << 20  # the sockets' buffers hold the rest


async def test_a_slow_body_after_its_answer_is_cut_off(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "DISCARD_S", 0.5)
    async with raw(server) as connection, asyncio.timeout(PATIENCE_S):
        await connection.send(head("nobody", "Transfer-Encoding: chunked", "Connection: close"))
        assert (await connection.head()).startswith("HTTP/1.1 401 ")
        with pytest.raises(ConnectionError):
            while True:
                await connection.send(b"1\r\n%\r\n")
                await asyncio.sleep(0.05)
    await until(lambda: server.sockets() == [])


async def test_a_body_that_is_thrown_away_takes_no_memory(server: Served) -> None:
    token = await server.guest()
    async with raw(server) as connection:
        await connection.send(head(token, "Transfer-Encoding: chunked"))
        for _ in range(17):
            await connection.send(b"10000\r\n" + PIECE + b"\r\n")
        assert (await connection.head()).startswith("HTTP/1.1 413 ")
        for _ in range(200):
            await connection.send(b"10000\r\n" + PIECE + b"\r\n")
        (protocol,) = server.sockets()
        assert server.call(lambda: len(protocol.cycle.body)) <= 4 * len(PIECE)
        await connection.send(b"0\r\n\r\n")
        await connection.rest()
    await until(lambda: server.sockets() == [])
