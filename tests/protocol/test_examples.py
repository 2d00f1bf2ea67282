"""The example clients play a whole board with house robots, through a connection that breaks."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from websockets import Subprotocol
from websockets.asyncio.server import ServerConnection, serve

import protocol
from protocol.v1.codes import CloseCode
from server.settings import Settings
from tests.cli.commands import FOUR_BOARDS
from tests.web.served import Served, needs_redis

EXAMPLES = Path(protocol.__file__).with_name("examples")
DENO = Path(sys.executable).with_name("deno")
EACH = ("first_card.py", "first_card.js")
CUT_AFTER_BYTES = 6_000
TABLE = {
    "seats": {"0": "plain", "1": "plain", "3": "plain"},
    "policy": {"robot_ms": 0, "pause_ms": 60_000},
    "boards": FOUR_BOARDS,
}


class Cutting:
    """A relay to a server that breaks its first connection after some bytes of the server."""

    def __init__(self, port: int) -> None:
        self._server_port = port
        self.connections = 0
        self.cut = False

    async def relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        first = self.connections == 1
        from_server, to_server = await asyncio.open_connection("127.0.0.1", self._server_port)

        async def forward() -> None:
            with suppress(OSError):
                while data := await reader.read(4096):
                    to_server.write(data)

        forwarding = asyncio.create_task(forward())
        heard = 0
        with suppress(OSError):
            while data := await from_server.read(512):
                heard += len(data)
                if first and heard > CUT_AFTER_BYTES:
                    self.cut = True
                    writer.transport.abort()
                    break
                writer.write(data)
        forwarding.cancel()
        to_server.close()
        writer.close()


def command_of(name: str) -> list[str]:
    """Return the words that run an example, without its arguments; skip the test if Deno is missing."""
    if name.endswith(".py"):
        return [sys.executable, str(EXAMPLES / name)]
    if name.endswith(".sh"):
        for program in ("curl", "jq"):
            if shutil.which(program) is None:
                pytest.skip(f"there is no {program} here")
        return ["sh", str(EXAMPLES / name)]
    if not DENO.exists():
        pytest.skip("Deno is not installed: `make page` installs it")
    return [str(DENO), "run", "--allow-net", str(EXAMPLES / name)]


async def run(name: str, *words: str) -> tuple[int | None, str, str]:
    """Return the exit code, the output and the errors of an example that has ended."""
    pipe = asyncio.subprocess.PIPE
    playing = await asyncio.create_subprocess_exec(*command_of(name), *words, stdout=pipe, stderr=pipe)
    try:
        async with asyncio.timeout(40):
            told, errors = await playing.communicate()
    finally:
        if playing.returncode is None:
            playing.kill()
    return playing.returncode, told.decode(), errors.decode()


@needs_redis
@pytest.mark.parametrize("name", EACH)
async def test_an_example_plays_a_board_and_resumes_after_a_cut(name: str, tmp_path: Path) -> None:
    with Served(Settings(data=str(tmp_path), port=0)) as server:
        token = await server.guest("Ann")
        table = await server.table(token, **TABLE)
        cutting = Cutting(server.port)
        relay = await asyncio.start_server(cutting.relay, "127.0.0.1", 0)
        url = f"ws://127.0.0.1:{relay.sockets[0].getsockname()[1]}/v1/ws"
        try:
            code, told, errors = await run(name, url, token, table, "2")
        finally:
            relay.close()
        assert code == 0, errors
        assert "score_ns" in told and "the connection was lost" in errors, errors
        assert "n_taken" not in errors and "bad_n" not in errors, errors
        assert cutting.cut and cutting.connections == 2


@needs_redis
@pytest.mark.parametrize("name", EACH)
async def test_an_example_ends_with_the_reason_if_asking_again_does_not_help(
    name: str, tmp_path: Path
) -> None:
    with Served(Settings(data=str(tmp_path), port=0)) as server:
        host, token = await server.guest("Ann"), await server.guest("Bob")
        table = await server.table(host, **TABLE)
        url = f"ws://127.0.0.1:{server.port}/v1/ws"
        for words, reason in (
            (("no-such-token", table, "2"), "unauthorized"),
            ((token, "no-such-table", "2"), "no_such_table"),
            ((token, table, "7"), "expected a seat from 0 to 3, got 7"),
        ):
            code, _, errors = await run(name, url, *words)
            assert code == 1 and reason in errors and "was lost" not in errors, errors
            assert "Traceback" not in errors, errors
        code, _, errors = await run(name, url)
        assert code == 1 and "usage: " in errors


@pytest.mark.parametrize("name", EACH)
async def test_an_example_does_not_connect_again_after_a_close_code_that_forbids_it(name: str) -> None:
    connections = 0

    async def replaced(socket: ServerConnection) -> None:
        nonlocal connections
        connections += 1
        await socket.close(CloseCode.REPLACED, "replaced")

    protocols = [Subprotocol("kibitz.v1.json"), Subprotocol("kibitz.v1.msgpack")]
    async with serve(replaced, "127.0.0.1", 0, subprotocols=protocols) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        code, _, errors = await run(name, f"ws://127.0.0.1:{port}/v1/ws", "token", "table", "2")
    assert code == 1 and "closed the connection for good" in errors and connections == 1, errors


@needs_redis
async def test_the_first_steps_of_the_readme_play_a_board(tmp_path: Path) -> None:
    steps = EXAMPLES.with_name("README.md").read_text().partition("## First steps")[2].partition("\n## ")[0]
    [guest, table] = [json.loads(body) for body in re.findall(r"-d '(.*)'", steps)]
    seat = re.search(r"first_card\.py \S+ TOKEN TABLE (\d)", steps)
    assert seat is not None
    with Served(Settings(data=str(tmp_path), port=0)) as server:
        token = await server.guest(guest["name"])
        opened = await server.table(token, **table)
        url = f"ws://127.0.0.1:{server.port}/v1/ws"
        code, told, errors = await run("first_card.py", url, token, opened, seat[1])
        assert (code, errors) == (0, "") and "score_ns" in told, errors


@needs_redis
@pytest.mark.parametrize(("game", "seat"), [("bridge", "2"), ("spades", "0")])
async def test_a_robot_in_shell_plays_a_deal_over_http_alone(game: str, seat: str, tmp_path: Path) -> None:
    with Served(Settings(data=str(tmp_path), port=0, http_per_address_s=1e6)) as server:
        token = await server.guest("Ann")
        robots = {str(place): "plain" for place in range(4) if str(place) != seat}
        table = await server.table(token, game=game, seats=robots, policy=TABLE["policy"])
        words = (f"http://127.0.0.1:{server.port}", token, table, seat)
        code, told, errors = await run("first_card.sh", *words)
        assert (code, errors) == (0, "") and json.loads(told), errors
        code, _, errors = await run("first_card.sh", *words[:3], "7")
        assert code == 1 and "expected a seat from 0 to 3, got 7" in errors
