"""The blocks of Python in bots/README.md, run as an author of a robot would run them."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bots.bot import Bot
from bots.client import Client
from bots.guest import guest
from bots.registry import GAMES
from protocol.v1.bridge import SEATS
from protocol.v1.requests import Policy
from server.in_process import play_boards, play_table
from tests.bots.bridge.robot.auctions import random_board, view_of
from tests.cli.commands import Serving

ROOT = Path(__file__).parents[2]
README = (ROOT / "bots" / "README.md").read_text()


def blocks(language: str = "python") -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.M | re.S)


def block_with(text: str) -> str:
    """Return the only block of Python that contains this text."""
    found = [block for block in blocks() if text in block]
    assert len(found) == 1, f"expected one block with {text!r}, got {len(found)}"
    return found[0]


def robot_of(class_name: str) -> type[Bot]:
    """Return the robot class that a block defines."""
    module: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(block_with(f"class {class_name}(Bot)"), "bots/README.md", "exec"), module)
    robot = module[class_name]
    assert issubclass(robot, Bot)
    return robot


def run(folder: Path, block: str, *arguments: str) -> str:
    """Run a block as a script beside `first_robot.py`, and return its output."""
    (folder / "first_robot.py").write_text(block_with("class LowCard(Bot)"))
    script = folder / "script.py"
    script.write_text(block)
    done = subprocess.run(
        [sys.executable, str(script), *arguments],
        capture_output=True,
        text=True,
        timeout=90,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


async def quick_table(url: str) -> str:
    """Open a table with house robots in all seats that answer without delay."""
    host = await guest(url, "Host")
    async with Client(url, token=host.token) as client:
        return await client.open(policy=Policy(robot_ms=0), seats=dict.fromkeys(range(4), "plain"))


def test_the_first_robot_has_ten_lines_and_does_not_import_the_server() -> None:
    robot = block_with("class LowCard(Bot)")
    assert len([line for line in robot.splitlines() if line]) <= 10
    assert "server" not in re.findall(r"(?:import|from) (\w+)", robot)


def test_the_first_robot_and_the_client_example_play_a_board_on_a_server(tmp_path: Path) -> None:
    with Serving(tmp_path / "data") as server:
        table = asyncio.run(quick_table(server.url))
        remote = run(
            tmp_path, block_with('boards = asyncio.run(play(LowCard(), url, table, "S"'), server.url, table
        )
        client = run(tmp_path, block_with("async with Client(url, token=player.token)"), server.url)
    assert remote == "1 board played\n"
    assert re.fullmatch(r"1 board played, -?\d+\n", client)


def test_four_boards_are_played_in_one_process(tmp_path: Path) -> None:
    printed = run(tmp_path, block_with("from server.in_process import play_boards"))
    assert len(printed.splitlines()) == 4


async def test_the_robot_that_thinks_plays_a_board() -> None:
    assert len(await play_boards([robot_of("Thinker")] * 4, boards=1)) == 1


async def test_the_robot_with_levels_plays_a_board_at_each_of_them_and_steps_down_under_load() -> None:
    leveled = robot_of("Leveled")
    view = view_of(random_board(Random(1)), SEATS[0])
    assert view.own is not None
    legal = view.own.legal_actions()
    assert [leveled(level=level).choose(view, legal) for level in leveled.levels] == [
        legal[0],
        legal[-1],
        legal[-1],
    ]
    busy = leveled(level="expert")
    busy.load = lambda: 1.0
    assert busy.choose(view, legal) == legal[0]


async def test_the_robot_of_two_games_plays_both() -> None:
    careful = robot_of("Careful")
    for game in careful.games:
        options = {"boards": 1} if game == "bridge" else {"rounds": 1}
        assert len(await play_table([careful] * 4, game, options, boards=1)) == 1


def test_every_block_of_python_is_run_by_a_test() -> None:
    assert len(blocks()) == 7


def test_the_entry_point_is_in_the_group_that_the_server_reads() -> None:
    (block,) = blocks("toml")
    offered = tomllib.loads(block)["project"]["entry-points"]
    ours = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]
    assert offered.keys() == {"kibitz.robots"} == ours.keys()


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if not game.shows_records])
def test_every_game_has_a_row_with_its_view_and_its_types(name: str) -> None:
    game = GAMES[name]
    (row,) = re.findall(rf"^\| `{name}` \|.*$", README, re.M)
    view = game.view_type
    assert f"`{view.__module__}.{view.__qualname__}`" in row
    package = sys.modules[f"protocol.v1.{name}"]
    assert f"`{package.__name__}`" in row
    for word in re.findall(r"`(\w+)`", row.rsplit("|", 2)[1]):
        assert hasattr(package, word), f"expected {word} in {package.__name__}"


def test_every_public_attribute_of_a_robot_has_a_row() -> None:
    rows = set(re.findall(r"^\| `(\w+)", README.partition("## The methods of `Bot`")[2], re.M))
    public = {name for name in vars(Bot) if not name.startswith("_")}
    assert public - rows == set()
