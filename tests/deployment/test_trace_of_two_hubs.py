"""Two servers as an operator runs them: their logs show the way of each action, and no card."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from bots.plain_bot import PlainBot
from bots.runner import play
from tests.cli.commands import KIBITZ
from tests.secrecy.staging.lines import CARD
from tests.store.redis_server import RedisServer, binaries, short_directory
from tests.web.served import PATIENCE_S, QUICK, TLS, needs_redis

pytestmark = [needs_redis, pytest.mark.thorough]
SETTINGS = {"KIBITZ_LOG_LEVEL": "debug", "KIBITZ_LOG_FORMAT": "json", "KIBITZ_HOUSE": "no"}


@contextmanager
def hub(log: Path, redis_url: str) -> Iterator[str]:
    """Run a server that writes its log to a file, and yield its address."""
    environment = {**os.environ, **SETTINGS, "KIBITZ_DATA": str(log.parent), "KIBITZ_REDIS_URL": redis_url}
    with log.open("w") as written:
        process = subprocess.Popen(
            [*KIBITZ, "serve", "--port", "0"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=written,
            text=True,
        )
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found is not None, log.read_text()
            yield found.group()
        finally:
            process.terminate()
            assert process.wait(PATIENCE_S) == 0


async def ready(address: str) -> None:
    async with httpx.AsyncClient(verify=TLS) as http, asyncio.timeout(PATIENCE_S):
        while (await http.get(f"{address}/readyz")).status_code != 200:
            await asyncio.sleep(0.1)


async def plays_a_board(first: str, second: str) -> str:
    """Open a table at one server, let four robots play a board through the other, and return the table."""
    await asyncio.gather(ready(first), ready(second))
    async with httpx.AsyncClient(base_url=first, verify=TLS) as http:
        token = (await http.post("/v1/guests", json={"name": "Host"})).json()["token"]
        bearer = {"authorization": f"Bearer {token}"}
        opened = await http.post("/v1/tables", json={"policy": QUICK}, headers=bearer)
        table = str(opened.json()["table"])
    seats = [play(PlainBot(), second, table, seat, boards=1) for seat in range(4)]
    assert await asyncio.gather(*seats) == [1] * 4
    return table


def test_one_action_is_followed_through_the_logs_of_both_hubs(tmp_path: Path) -> None:
    logs = [tmp_path / "hub-1.log", tmp_path / "hub-2.log"]
    with short_directory() as directory, ExitStack() as ending:
        redis = RedisServer(next(iter(binaries().values())), directory)
        ending.enter_context(redis.running())
        addresses = [ending.enter_context(hub(log, redis.url)) for log in logs]
        table = asyncio.run(plays_a_board(*addresses))
    texts = [log.read_text() for log in logs]
    owner, edge = ([json.loads(line) for line in text.splitlines()] for text in texts)
    acts: list[tuple[str, int]] = [
        (line["player"], line["n"]) for line in edge if line.get("step") == "passed_on"
    ]
    assert len(acts) >= 30
    for player, n in acts:

        def steps(lines: list[Any], player: str = player, n: int = n) -> list[str]:
            of_one = (line for line in lines if (line.get("player"), line.get("n")) == (player, n))
            return [line["step"] for line in of_one if line["table"] == table]

        assert steps(edge) == ["received", "passed_on", "answered"]
        # A refused action, such as one on a decision that the partner has just made, has no entry.
        assert steps(owner) in (["received", "appending", "stored", "answered"], ["received", "answered"])
        name = f"action {table}/{player}/{n}:"
        assert all(name in text for text in texts)
    assert sum(line.get("step") == "stored" for line in owner) >= 30
    for line in (*owner, *edge):
        assert not CARD.search(json.dumps({**line, "time": ""})), line
