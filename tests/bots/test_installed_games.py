"""A robot of its own finds the games of installed packages, and needs no server for that."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec import Struct

from bots.installed_games import add_games
from bots.registry import GAMES
from protocol.v1.game_nouns import GameNouns
from protocol.v1.view import Own, Pub

ROOT = Path(__file__).parents[2]
ROBOT = """
import sys
from bots.client import Client
from bots.plain_bot import PlainBot
Client("http://127.0.0.1:1")
print(*PlainBot.games)
print(*sorted(name for name in sys.modules if name.partition(".")[0] == "server"))
"""


def run(packages: Path) -> subprocess.CompletedProcess[str]:
    """Run a robot's program in a process that has the packages of a folder installed."""
    paths = {"PYTHONPATH": f"{packages}:{ROOT}"}
    return subprocess.run(
        [sys.executable, "-c", ROBOT], env=paths, capture_output=True, text=True, timeout=60
    )


def install(packages: Path, module: str) -> None:
    """Install a package that offers the games of a module to clients."""
    about = packages / "high_card-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: high-card\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[kibitz.clients]\nhigh_card = {module}\n")


def test_a_client_knows_the_games_of_installed_packages_and_imports_no_server(tmp_path: Path) -> None:
    install(tmp_path, "tests.high_card.clients")
    done = run(tmp_path)
    games, modules = done.stdout.splitlines()
    assert "high_card" in games.split()
    assert modules == ""


def test_a_package_that_cannot_be_loaded_is_told_and_the_robot_goes_on(tmp_path: Path) -> None:
    install(tmp_path, "no.such.module")
    done = run(tmp_path)
    assert "games of high_card cannot be loaded: No module named 'no'" in done.stderr
    assert "high_card" not in done.stdout and done.returncode == 0


def test_a_game_with_a_set_in_a_message_is_refused_and_nothing_is_added() -> None:
    class Pass(Struct, frozen=True, tag_field="t", tag="pass"):
        cards: frozenset[str]

    class Options(Struct, frozen=True):
        pass

    class TriosPub(Pub, tag="trios"):
        seen: dict[int, list[set[str]]]

    class TriosOwn(Own, tag="trios"):
        pass

    nouns = GameNouns("trios", __name__, Pass, Options, TriosPub, TriosOwn)
    offered = SimpleNamespace(NOUNS=(nouns,), CLIENTS=(SimpleNamespace(name="trios"),))
    with pytest.raises(ValueError, match=r"expected sorted tuples.*hold sets: Pass.cards, TriosPub.seen"):
        add_games(offered)
    assert "trios" not in GAMES
