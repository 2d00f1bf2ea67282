"""Tests of the first robot in README.md."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path

from bots.client import Client
from bots.guest import guest
from protocol.v1.requests import Policy
from tests.cli.commands import Serving

ROOT = Path(__file__).parents[2]


def robot_of_the_readme() -> str:
    """Return the block of Python under the heading."""
    readme = (ROOT / "README.md").read_text()
    found = re.search(r"^### Write a robot\n.*?^```python\n(.*?)^```", readme, re.M | re.S)
    assert found is not None, "expected a block of Python under `Write a robot`"
    return found.group(1)


def test_the_robot_has_20_lines_and_does_not_import_the_server() -> None:
    robot = robot_of_the_readme()
    assert len(robot.splitlines()) <= 20
    assert "server" not in re.findall(r"(?:import|from) (\w+)", robot)


async def quick_table(url: str) -> str:
    """Open a table with house robots that answer without delay."""
    host = await guest(url, "Host")
    async with Client(url, token=host.token) as client:
        return await client.open(policy=Policy(robot_ms=0), seats=dict.fromkeys(range(4), "plain"))


def test_the_robot_sits_down_and_plays_a_board(tmp_path: Path) -> None:
    script = tmp_path / "robot.py"
    script.write_text(robot_of_the_readme())
    with Serving(tmp_path / "data") as server:
        table = asyncio.run(quick_table(server.url))
        played = subprocess.run(
            [sys.executable, str(script), server.url, table],
            capture_output=True,
            text=True,
            timeout=60,
            env={"PYTHONPATH": str(ROOT)},
        )
    assert (played.returncode, played.stdout, played.stderr) == (0, "1 board played\n", "")
