"""The example clients play a whole board with house robots, through a connection that breaks."""

from __future__ import annotations

import asyncio
import shutil
import sys
from contextlib import suppress
from pathlib import Path

import pytest

import protocol
from server.settings import Settings
from tests.cli.commands import FOUR_BOARDS
from tests.web.served import Served, needs_redis

EXAMPLES = Path(protocol.__file__).with_name("examples")
DENO = Path(sys.executable).with_name("deno")
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


@needs_redis
@pytest.mark.parametrize("name", ["first_card.py", "first_card.js"])
async def test_an_example_plays_a_board_and_resumes_after_a_cut(name: str, tmp_path: Path) -> None:
    if name.endswith(".js") and not DENO.exists() and shutil.which("deno") is None:
        pytest.skip("Deno is not installed: `make page` installs it")
    runner = [sys.executable] if name.endswith(".py") else [str(DENO), "run", "--allow-net"]
    with Served(Settings(data=str(tmp_path), port=0)) as server:
        token = await server.guest("Ann")
        table = await server.table(token, **TABLE)
        cutting = Cutting(server.port)
        relay = await asyncio.start_server(cutting.relay, "127.0.0.1", 0)
        url = f"ws://127.0.0.1:{relay.sockets[0].getsockname()[1]}/v1/ws"
        words = [*runner, str(EXAMPLES / name), url, token, table, "2"]
        pipe = asyncio.subprocess.PIPE
        playing = await asyncio.create_subprocess_exec(*words, stdout=pipe, stderr=pipe)
        try:
            async with asyncio.timeout(40):
                told, errors = await playing.communicate()
        finally:
            if playing.returncode is None:
                playing.kill()
            relay.close()
        assert playing.returncode == 0, errors.decode()
        assert b"score_ns" in told and b"the connection was lost" in errors, errors.decode()
        assert b"n_taken" not in errors and b"bad_n" not in errors, errors.decode()
        assert cutting.cut and cutting.connections == 2
