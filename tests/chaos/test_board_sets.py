"""The server is killed while tables play a set of boards: every result is entered once, and compared."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from redis.asyncio import Redis

from bots.client import Client
from bots.guest import guest
from bots.wire.http import Http
from protocol.v1.requests import NoClock, Policy
from server.board_sets import entries
from server.board_sets.board_set import BoardSet, restore
from server.board_sets.entries import Begun, Came, Entry, Finished, Over, Played, Reopened
from server.board_sets.reports import report
from server.games.registry import GAMES
from server.store.embedded import Embedded
from server.table import events, log_fold
from tests.chaos.processes import Stage
from tests.chaos.troupe import PATIENCE_S, archive_in, logs_in
from tests.store.conftest import BINARIES
from tests.store.redis_server import embedded_data

pytestmark = [
    pytest.mark.skipif(not BINARIES, reason="there is no redis-server"),
    pytest.mark.timeout(120),
]
BOARDS = 2
BLOWS = (("appended", 20), ("committed", 60), ("appended", 80))
"""Where each server is killed: before or after the n-th entry of a table is known to the set."""


@pytest.fixture
def data(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with embedded_data(monkeypatch) as data:
        yield data


async def until_all_is_compared(http: Http, board_set: str, tables: list[str]) -> dict[str, Any]:
    """Wait until the set and each of its tables show all boards, and return the comparison."""

    async def asked(path: str, **query: str) -> dict[str, Any]:
        return dict(msgspec.json.decode((await http.ask("GET", path, query=query)).content))

    async with asyncio.timeout(PATIENCE_S):
        while len((shown := await asked(f"/v1/sets/{board_set}"))["boards"]) < BOARDS:
            await asyncio.sleep(0.1)
        for table in tables:
            while True:
                view = await asked(f"/v1/tables/{table}", **{"as": "director"})
                if len(view["view"]["pub"]["board_set"]["boards"]) == BOARDS:
                    break
                await asyncio.sleep(0.1)
    return shown


@asynccontextmanager
async def watching(url: str, tokens: list[str], tables: list[str]) -> AsyncIterator[None]:
    """Have a person at each table, who comes back after each crash."""
    async with AsyncExitStack() as stack:
        for token, table in zip(tokens, tables, strict=True):
            client = await stack.enter_async_context(Client(url, token=token))
            await client.watch(table)
        yield


async def log_of(redis: Redis, id: str, data: Path) -> list[list[bytes]]:
    """Return the log of each deal of a table, or the only log of a set."""
    async with archive_in({"KIBITZ_DATA": str(data)}) as archive:
        return [[entry for _, entry in log] for log in await logs_in(redis, id, archive)]


def is_doubled(log: list[Entry]) -> list[Any]:
    """Return what a log has twice: a result, an arrival or an end."""
    once = Counter(
        (type(each).__name__, getattr(each, "table", ""), getattr(each, "board", getattr(each, "player", "")))
        for each in log
        if isinstance(each, Begun | Came | Played | Finished | Over)
    )
    return [what for what, count in once.items() if count > 1]


@pytest.mark.chaos
async def test_a_set_of_boards_survives_every_kill_of_its_server(data: Path) -> None:
    url = Embedded(data, "always").url
    stage = Stage(data.parent, url, {"KIBITZ_DATA": str(data)}, in_a_hurry=True)
    async with stage.serving():
        host = await guest(stage.url, "host")
        http = Http(stage.url, host.token)
        policy = Policy(clock=NoClock(), pause_ms=0, robot_ms=0)
        seats = {str(seat): "plain" for seat in range(4)}
        wish = {
            "game": "bridge",
            "tables": 3,
            "count": BOARDS,
            "seats": seats,
            "policy": msgspec.to_builtins(policy),
        }
        opened = msgspec.json.decode((await http.ask("POST", "/v1/sets", json=wish)).content)
        tables, board_set = opened["tables"], opened["board_set"]
        async with Client(stage.url, token=host.token) as client:
            for table in tables:
                await client.host(table, directors=(host.id,))
        tokens = [(await guest(stage.url, f"watcher {number}")).token for number in range(3)]
        async with watching(stage.url, tokens, tables):
            await stage.is_killed()
            for point, count in BLOWS:
                await stage.starts_to_crash(point, count)
                await stage.dies()
            await stage.starts()
            shown = await until_all_is_compared(http, board_set, tables)
        assert shown["boards"] == [1, 2] and shown["comparison"] is not None
        async with Redis.from_url(url) as redis:
            (packed,) = await log_of(redis, f"set:{board_set}", data)
            log = [entries.decode(each) for each in packed]
            logs = {table: await log_of(redis, table, data) for table in tables}
    assert len(stage.deaths_ns) == 1 + len(BLOWS)
    assert is_doubled(log) == [] and not [each for each in log if isinstance(each, Reopened)]
    known = restore(board_set, GAMES["bridge"], log)
    assert known.released() == (1, 2)
    for table, deals in logs.items():
        agrees(known, table, deals)


def agrees(known: BoardSet, table: str, deals: list[list[bytes]]) -> None:
    """Check that a set has exactly the results that the log of a table has, and that the table knows it."""
    last = tuple(events.decode(each) for each in deals[-1])
    now = log_fold.restore(table, GAMES["bridge"], len(deals) - 1, last)
    assert dict(report(now).results) == known.tables[table].results
    assert now.state.board_set.released == (1, 2)
