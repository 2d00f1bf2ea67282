"""Tests of a replay at the terminal: the leader's lines step all watchers through the record."""

from __future__ import annotations

import asyncio
import io
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from bots.guest import guest
from bots.terminal import play, watch
from bots.terminal.opening import TableRequest, open_table
from bots.wire.http import Http
from protocol.v1.bridge.replay import Action, Comment, ReplayPub
from protocol.v1.replay import Seek
from server.cli import app
from server.games.bridge.replay import REPLAY, BridgeReplay
from tests.games.bridge.deals import EXAMPLE
from tests.games.replay.files import AUCTION, LEADS, opened, recorded
from tests.web.served import Served, needs_redis, served

FILE = f"""[Board "{{0}}"]
[Dealer "N"]
[Vulnerable "None"]
[North "Ann"]
[Deal "{EXAMPLE}"]
[Contract "3NT"]
[Declarer "N"]
[Result "9"]
[Auction "N"]
1NT Pass 3NT AP
[Play "E"]
HT HJ H3 H4
*

"""


def at(*actions: Action, of: BridgeReplay | None = None) -> ReplayPub:
    """Return the replay of two boards after these lines of the leader.

    Each board has 6 calls, 8 cards and a claim.
    """
    state = of or opened(*(recorded(AUCTION, LEADS, number, tricks=9) for number in (1, 2)), title="club.pbn")
    for action in actions:
        state = REPLAY.apply(state, 0, action)
    return REPLAY.pub(state)


# What a leader types


# What is shown


# At a live server


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("kibitz")) as running:
        yield running


class Somebody:
    """A person who types into a pipe."""

    def __init__(self) -> None:
        self.stdin, self._keys = os.pipe()
        self.console = Console(file=io.StringIO(), width=200)

    def types(self, *lines: str) -> None:
        os.write(self._keys, "".join(f"{line}\n" for line in lines).encode())

    async def waits_for(self, words: str) -> None:
        async with asyncio.timeout(20):
            while words not in self.console.file.getvalue():  # type: ignore[attr-defined]  # a StringIO
                await asyncio.sleep(0.01)


@asynccontextmanager
async def club(house: Served, *boards: str) -> AsyncIterator[tuple[Somebody, Somebody]]:
    """Yield a leader and a watcher at the replay of a file."""
    host = await guest(house.address, "Host")
    file = "".join(board.format(number) for number, board in enumerate(boards, 1))
    wish = TableRequest(game="replay", title="club.pbn", boards=file.encode())
    table = (await open_table(Http(house.address, host.token), wish)).table
    lea, wat = Somebody(), Somebody()
    works: list[Any] = [
        play(house.address, table, 0, name="Lea", console=lea.console, stdin=lea.stdin),
        watch(house.address, table, name="Wat", console=wat.console, stdin=wat.stdin),
    ]
    tasks = [asyncio.create_task(work) for work in works]
    try:
        await lea.waits_for("(club.pbn, board 1 of 2, move 0 of 11)")
        await wat.waits_for("(club.pbn, board 1 of 2, move 0 of 11)")
        yield lea, wat
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


@needs_redis
async def test_all_watchers_see_the_leaders_steps(house: Served) -> None:
    async with club(house, FILE, FILE) as (lea, wat):
        await wat.waits_for("Players: N Ann")
        lea.types("n", "n", "nt", "n")
        await wat.waits_for("North: 1NT")
        await wat.waits_for("The contract is 3NT by North")
        await wat.waits_for("East leads ♥10")
        lea.types("n", "h5", "b", "r")
        await wat.waits_for("West ♥5")
        await wat.waits_for("(club.pbn, board 1 of 2, move 9 of 9, other moves tried after move 8)")
        await wat.waits_for("(club.pbn, board 1 of 2, move 8 of 11)")
        lea.types("last", "nn")
        await wat.waits_for("3NT by North: just made, 400 to North-South")
        await wat.waits_for("(club.pbn, board 2 of 2, move 0 of 11)")


@needs_redis
async def test_an_invalid_line_of_the_leader_is_refused_with_a_reason_and_the_replay_continues(
    house: Served,
) -> None:
    async with club(house, FILE, FILE) as (lea, wat):
        lea.types("b", "1NT", "1C", "SA", "?")
        await lea.waits_for("the replay is at its beginning")
        await wat.waits_for("North: 1NT")
        await lea.waits_for("Law 18")
        await lea.waits_for("expected a call")
        await lea.waits_for("To try: P X 2C")


@needs_redis
async def test_a_leader_ends_the_replay_for_all(house: Served) -> None:
    async with club(house, FILE, FILE) as (lea, wat):
        lea.types("finish")
        await wat.waits_for("The leader has ended the replay")
        await wat.waits_for("it is over")


async def test_comments_are_shown_at_their_positions() -> None:
    written = opened(recorded(comments=(Comment(1, "15 to 17"),)))
    assert at(Seek(0, 1), of=written).comments == ("15 to 17",)


@needs_redis
def test_the_command_line_opens_a_file_as_a_replay(house: Served, tmp_path: Path) -> None:
    file = tmp_path / f"{'long' * 20}.pbn"
    file.write_text(FILE.format(1))
    opened = CliRunner().invoke(app, ["open", house.address, "--replay", str(file), "--name", "Ann"])
    assert opened.exit_code == 0, opened.output
    room = house.hub.live(opened.output.split()[1])
    assert room is not None
    assert (room.table.game.name, room.name) == ("replay", file.name[:60])
    both = ["open", house.address, "--replay", str(file), "--boards", str(file)]
    assert CliRunner().invoke(app, both).exit_code == 2
