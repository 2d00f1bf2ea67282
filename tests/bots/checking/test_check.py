"""Real robots are examined at a real server: ours and the examples pass, planted faults are found."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from bots.checking.check import Address, check
from bots.checking.report import Report
from bots.checking.trials import ALL, CutAfterAct, InPieces, Trial, UnknownParts
from bots.plain_bot import PlainBot
from bots.runner import play
from protocol.v1.codec import JSON
from server.settings import Settings
from tests.protocol.test_examples import EXAMPLES, command_of
from tests.web.served import Served, needs_redis

Robot = Callable[[Address, str, str], Awaitable[object]]
GUARD = " and sent != (epoch, decision, n)"
CHOKES = """if message["t"].startswith("check_of_unknown"):
                    raise GaveUp("an unknown message")
                if message["t"] == "refused":"""


async def plain(address: Address, table: str, token: str) -> None:
    await play(PlainBot(), address.server, table, "S", token)


async def plain_without_a_token(address: Address, table: str, token: str) -> None:
    await play(PlainBot(), address.server, table, "S", codec=JSON)


def program(*command: str) -> Robot:
    """Return a robot that is a program of its own, which is started again whenever it has ended."""

    async def run(address: Address, table: str, token: str) -> None:
        while True:
            words = (*command, address.websocket, token, table, "2")
            pipe = asyncio.subprocess.DEVNULL
            playing = await asyncio.create_subprocess_exec(*words, stdout=pipe, stderr=pipe)
            try:
                await playing.wait()
            finally:
                with suppress(ProcessLookupError):
                    playing.kill()

    return run


@asynccontextmanager
async def table_of(tmp_path: Path) -> AsyncIterator[tuple[str, str, str]]:
    """Yield the address of a server, a table with a free seat for South, and a guest's token."""
    with Served(Settings(data=str(tmp_path), port=0)) as server:
        token = await server.guest("Ann")
        robots = {"0": "plain", "1": "plain", "3": "plain"}
        table = await server.table(token, seats=robots, policy={"robot_ms": 0, "pause_ms": 0})
        yield server.address, table, token


async def examined(robot: Robot, tmp_path: Path, trials: Sequence[type[Trial]] = ALL) -> Report:
    playing: list[asyncio.Task[object]] = []
    async with table_of(tmp_path) as (url, table, token):

        def ready(address: Address) -> None:
            playing.append(asyncio.ensure_future(robot(address, table, token)))

        try:
            return await check(url, table, ready, trials=trials)
        finally:
            for each in playing:
                each.cancel()
            await asyncio.gather(*playing, return_exceptions=True)


def failed(report: Report) -> list[str]:
    return [each.point for each in report.points if each.verdict == "failed"]


@needs_redis
async def test_a_robot_plays_through_a_cut_and_single_bytes_and_asks_http_of_the_same_address(
    tmp_path: Path,
) -> None:
    report = await examined(plain_without_a_token, tmp_path, (CutAfterAct, InPieces))
    assert report.passed and report.decisions >= 4 and report.client == "plain", report


async def test_a_check_to_which_no_robot_comes_ends_with_an_error() -> None:
    told: list[Address] = []
    with pytest.raises(ValueError, match=r"a robot that watches table t1 as `seat`.* within 0.1 s, got none"):
        await check("http://127.0.0.1:9", "t1", told.append, wait_s=0.1)
    assert told[0].websocket == told[0].server.replace("http", "ws") + "/v1/ws"


@needs_redis
@pytest.mark.thorough
@pytest.mark.parametrize("name", ["plain", "first_card.py", "first_card.js"])
async def test_our_robot_and_the_examples_pass(name: str, tmp_path: Path) -> None:
    robot = plain if name == "plain" else program(*command_of(name))
    report = await examined(robot, tmp_path)
    assert [each for each in report.points if each.verdict == "failed"] == []
    assert report.passed and report.decisions >= 15, report


@needs_redis
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("found", "old", "new", "trial"),
    [
        ("stale", GUARD, "", CutAfterAct),
        ("unknown", 'if message["t"] == "refused":', CHOKES, UnknownParts),
        ("numbers", "n=n + 1", "n=n + 1 + (n > 1)", Trial),
    ],
)
async def test_a_fault_that_is_planted_into_an_example_is_found(
    found: str, old: str, new: str, trial: type[Trial], tmp_path: Path
) -> None:
    source = (EXAMPLES / "first_card.py").read_text()
    assert source.count(old) == 1
    planted = tmp_path / "planted.py"
    planted.write_text(source.replace(old, new))
    [python, _] = command_of("first_card.py")
    report = await examined(program(python, str(planted)), tmp_path / "data", (trial,))
    assert found in failed(report), report
