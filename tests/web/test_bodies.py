"""Uploads over HTTP: parsed in worker processes, in turn by address, with bounded memory."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from server.records import registry
from server.web import bodies, http
from server.web.responses import MAX_BODY
from tests.games.bridge.deals import EXAMPLE
from tests.markers import every
from tests.web.served import PATIENCE_S, Served, needs_redis, raw, served, until

BOARD = f'[Board "{{0}}"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{EXAMPLE}"]\n[Auction "N"]\n1NT AP\n\n'


def file(boards: int = 60) -> bytes:
    return "".join(BOARD.format(number) for number in range(1, boards + 1)).encode()


def workers(parent: int | None = None) -> list[psutil.Process]:
    """Return the worker processes that parse uploads for this process, or for the process `parent`."""
    children = psutil.Process(parent).children(recursive=True)
    return [child for child in children if "server.workers.parsing" in command_of(child)]


def command_of(process: psutil.Process) -> list[str]:
    """Return the command line of a process, or an empty list if it has ended."""
    try:
        return process.cmdline()
    except (psutil.NoSuchProcess, psutil.ZombieProcess):
        return []


async def sends(server: Served, token: str, body: bytes, source: str = "", **query: str) -> httpx.Response:
    headers = {"content-type": "text/plain", **({"x-real-ip": source} if source else {})}
    async with server.http(token) as http:
        return await http.post(
            "/v1/tables", content=body, headers=headers, params={"game": "replay", **query}
        )


@needs_redis
async def test_a_file_is_read_in_a_process_beside_the_server(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def here(*given: Any) -> None:
        raise AssertionError("a file was read in the server's own process")

    monkeypatch.setattr(registry, "load_replay", here)
    monkeypatch.setattr(registry, "read_deals", here)
    with served(data) as server:
        assert workers() == []
        token = await server.guest()
        for answer in (await sends(server, token, file()), await sends(server, token, file(), game="bridge")):
            assert answer.status_code == 201, answer.text
        (worker,) = workers()
        wish = {"game": "replay", "boards": file().decode()}
        async with server.http(token) as http:
            assert (await http.post("/v1/tables", json=wish)).status_code == 201
            assert (await http.post("/v1/matches", json={"boards": file().decode()})).status_code == 201
        assert workers() == [worker]
    assert not worker.is_running()


SERVER = [sys.executable, "-m", "server", "serve", "--port", "0"]


async def started(data: Path) -> tuple[subprocess.Popen[str], str]:
    """Return a server in a process of its own, and its address."""
    env = {**os.environ, "KIBITZ_DATA": str(data), "KIBITZ_HOUSE": "false", "KIBITZ_PARSE_S": "5"}
    process = subprocess.Popen(SERVER, env=env, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    line = await asyncio.to_thread(process.stdout.readline)
    return process, line.strip().rpartition(" ")[2]


@needs_redis
@pytest.mark.parametrize("stopped", [False, True], ids=["idle", "at work"])
@pytest.mark.parametrize("how", every(2, [signal.SIGKILL, signal.SIGTERM]), ids=["killed", "ended"])
async def test_a_server_that_is_gone_leaves_no_process_behind(
    data: Path, how: signal.Signals, stopped: bool
) -> None:
    process, address = await started(data)
    redis: list[psutil.Process] = []
    try:
        async with httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as http:
            token = (await http.post("/v1/guests", json={})).json()["token"]
            about: dict[str, Any] = {"headers": {"authorization": f"Bearer {token}"}}
            assert (await http.post("/v1/tables", content=file(), **about)).status_code == 201
            (worker,) = workers(process.pid)
            redis = [each for each in psutil.Process(process.pid).children() if each != worker]
            sending = None
            if stopped:
                worker.suspend()
                sending = asyncio.create_task(http.post("/v1/tables", content=file(), **about))
                await asyncio.sleep(0.2)
            process.send_signal(how)
            await asyncio.to_thread(process.wait, PATIENCE_S)
            if stopped and how is signal.SIGKILL:
                worker.resume()
            await until(lambda: not worker.is_running())
            if sending is not None:
                await asyncio.gather(sending, return_exceptions=True)
    finally:
        process.kill()
        process.wait()
        for each in redis:
            if each.is_running():
                each.kill()
        if process.stdout is not None:
            process.stdout.close()


def head(token: str, size: int, source: str) -> bytes:
    lines = (
        "POST /v1/tables?game=replay HTTP/1.1",
        "Host: localhost",
        f"Authorization: Bearer {token}",
        f"X-Real-IP: {source}",
        f"Content-Length: {size}",
        "Expect: 100-continue",
    )
    return "\r\n".join((*lines, "", "")).encode()


@pytest.fixture
def share(monkeypatch: pytest.MonkeyPatch) -> Callable[[], bodies.FairShare]:
    """Limit the memory for bodies of the next server: two bodies in total, one of an address."""
    made: list[bodies.FairShare] = []

    class Small(bodies.FairShare):
        def __init__(self, capacity: int, per_source: int, **bounds: int) -> None:
            assert (capacity, per_source) == (bodies.MAX_BYTES, bodies.MAX_BYTES_OF_ONE)
            super().__init__(2 * MAX_BODY, MAX_BODY, **bounds)
            made.append(self)

    monkeypatch.setattr(bodies, "FairShare", Small)
    return lambda: made[-1]


@needs_redis
async def test_a_body_is_requested_when_memory_for_it_is_free(
    data: Path, share: Callable[[], bodies.FairShare]
) -> None:
    with served(data, proxy_header="x-real-ip") as server:
        token = await server.guest()
        async with raw(server) as first, raw(server) as second, raw(server) as other:
            await first.send(head(token, MAX_BODY, "192.0.2.1"))
            assert " 100 " in await first.head()
            await second.send(head(token, MAX_BODY, "192.0.2.1"))
            await until(lambda: server.call(lambda: share().waiting) == 1)
            await other.send(head(token, MAX_BODY, "192.0.2.2"))
            assert " 100 " in await other.head()
            assert server.call(lambda: share().free) == 0
            assert (await sends(server, token, b"[]", "192.0.2.3")).status_code == 400, "a small one waits"
            first.abort()
            assert " 100 " in await second.head()
        await until(lambda: server.call(lambda: (share().free, share().waiting)) == (2 * MAX_BODY, 0))


@needs_redis
async def test_an_upload_that_waited_too_long_gets_a_retry_time(
    data: Path, monkeypatch: pytest.MonkeyPatch, share: Callable[[], bodies.FairShare]
) -> None:
    monkeypatch.setattr(bodies, "WAIT_S", 0.3)
    with served(data) as server:
        token = await server.guest()
        async with raw(server) as first:
            await first.send(head(token, MAX_BODY, ""))
            assert " 100 " in await first.head()
            answer = await sends(server, token, file())
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
            assert answer.json()["retry_ms"] > 0 and "too many files" in answer.json()["message"]


@needs_redis
async def test_a_body_delayed_by_the_server_does_not_time_out(
    data: Path, monkeypatch: pytest.MonkeyPatch, share: Callable[[], bodies.FairShare]
) -> None:
    with served(data) as server:
        token = await server.guest()
        async with raw(server) as first:
            await first.send(head(token, MAX_BODY, ""))
            assert " 100 " in await first.head()
            monkeypatch.setattr(http, "BODY_S", 0.3)
            large = asyncio.create_task(sends(server, token, file() + b"%" * 900_000))
            await until(lambda: server.call(lambda: share().waiting) == 1)
            await asyncio.sleep(1.0)
            monkeypatch.setattr(http, "BODY_S", 30.0)
            first.abort()
            assert (await large).status_code == 201


@needs_redis
async def test_simultaneous_uploads_are_all_answered(data: Path) -> None:
    with served(data) as server:
        token = await server.guest()
        answers = await asyncio.gather(*(sends(server, token, file(200)) for _ in range(12)))
        assert [answer.status_code for answer in answers] == [201] * 12
        assert len(workers()) == 1
