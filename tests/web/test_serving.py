"""uvicorn as this server configures it: its answers, and its goodbye to clients."""

from __future__ import annotations

import asyncio
import signal
import socket
from pathlib import Path

import uvloop

from protocol.v1.codes import CloseCode
from server.app import running
from server.settings import Settings
from server.web.client_ip import ClientAddresses
from server.web.serving import Server, configure
from tests.ports import free_port
from tests.web.served import (
    PATIENCE_S,
    Served,
    needs_redis,
    served,
    talking,
)

pytestmark = needs_redis


async def test_a_server_that_stops_closes_all_connections_with_the_code_to_come_back(data: Path) -> None:
    with served(data) as server:
        token = await server.guest("Ann")
        async with talking(server, token) as ann, talking(server, hello=False) as new:
            ending = asyncio.gather(ann.end(), new.end())
            await asyncio.to_thread(server.stop)
            assert await ending == [CloseCode.RESTART, CloseCode.RESTART]


def test_of_two_servers_that_start_at_once_on_one_port_one_runs_and_the_other_is_refused(
    tmp_path: Path,
) -> None:
    port = free_port()

    async def start(name: str, refused: asyncio.Event) -> str:
        try:
            async with running(Settings(data=str(tmp_path / name), port=port)):
                await refused.wait()
                return "runs"
        except OSError as error:
            refused.set()
            return str(error)

    async def both() -> list[str]:
        refused = asyncio.Event()
        async with asyncio.timeout(PATIENCE_S):
            return await asyncio.gather(start("first", refused), start("second", refused))

    said = uvloop.run(both())
    said.remove("runs")
    [told] = said
    assert told.startswith(f"cannot listen on 127.0.0.1:{port}: ") and "KIBITZ_PORT or --port" in told


async def test_an_answer_does_not_name_the_software_of_the_server(server: Served) -> None:
    async with server.http() as http:
        for path in ("/healthz", "/v1/tables", "/nowhere"):
            assert "server" not in (await http.get(path)).headers


def test_the_signals_stay_with_the_process_while_the_server_runs() -> None:
    config = configure(lambda: None, lambda: None, ClientAddresses(Settings()), "127.0.0.1", 0)
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    with Server(config, lambda: None).capture_signals():
        assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before


async def test_a_server_says_goodbye_once_while_its_sockets_are_still_open() -> None:
    open_sockets: list[bool] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:
        config = configure(lambda: None, lambda: None, ClientAddresses(Settings()), "127.0.0.1", 0)
        server = Server(config, lambda: open_sockets.append(listening.fileno() >= 0))
        serving = asyncio.create_task(server.serve([listening]))
        while not server.started:
            await asyncio.sleep(0.01)
        assert open_sockets == []
        server.should_exit = True
        await serving
        assert open_sockets == [True] and listening.fileno() < 0
