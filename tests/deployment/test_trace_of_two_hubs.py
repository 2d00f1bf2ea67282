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


async def plays_a_hand(first: str, second: str) -> str:
    """Open a table at one server, let robots play a hand of Spades through the other; return the table."""
    await asyncio.gather(ready(first), ready(second))
    async with httpx.AsyncClient(base_url=first, verify=TLS) as http:
        token = (await http.post("/v1/guests", json={"name": "Host"})).json()["token"]
        bearer = {"authorization": f"Bearer {token}"}
        opened = await http.post("/v1/tables", json={"game": "spades", "policy": QUICK}, headers=bearer)
        table = str(opened.json()["table"])
    seats = [play(PlainBot(), second, table, seat, boards=1) for seat in range(4)]
    assert await asyncio.gather(*seats) == [1] * 4
    return table


def steps(lines: list[Any], table: str, player: str, n: int) -> list[str]:
    """Return the steps of one action in the lines of one hub."""
    name = (table, player, n)
    return [line["step"] for line in lines if (line.get("table"), line.get("player"), line.get("n")) == name]


def test_one_action_is_followed_through_the_logs_of_both_hubs(tmp_path: Path) -> None:
    logs = [tmp_path / "hub-1.log", tmp_path / "hub-2.log"]
    with short_directory() as directory, ExitStack() as ending:
        redis = RedisServer(next(iter(binaries().values())), directory)
        ending.enter_context(redis.running())
        addresses = [ending.enter_context(hub(log, redis.url)) for log in logs]
        table = asyncio.run(plays_a_hand(*addresses))
    texts = [log.read_text() for log in logs]
    owner, edge = ([json.loads(line) for line in text.splitlines()] for text in texts)
    acts: list[tuple[str, int]] = [
        (line["player"], line["n"]) for line in edge if line.get("step") == "passed_on"
    ]
    bids_and_cards = 4 + 52
    assert len(acts) >= bids_and_cards
    whole = 0
    for player, n in set(acts):
        at_edge, at_owner = (steps(lines, table, player, n) for lines in (edge, owner))
        assert at_edge[:3] == ["received", "passed_on", "answered"]
        assert at_owner[0] == "received" and at_owner[-1] == "answered"
        whole += at_owner == ["received", "appending", "stored", "answered"]
        name = f"action {table}/{player}/{n}:"
        assert all(name in text for text in texts)
    assert whole >= bids_and_cards - 1, "all but one that a hub which was busy for long has asked for again"
    for line in (*owner, *edge):
        assert not CARD.search(json.dumps({**line, "time": ""})), line
