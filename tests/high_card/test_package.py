"""A package adds its games by an entry point, without a line in any registry."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from server.cli.installed_games import add_games
from server.games.registry import GAMES

ROOT = Path(__file__).parents[2]


def kibitz(packages: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process that has the packages of a folder installed."""
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join((str(packages), str(ROOT)))}
    command = [sys.executable, "-m", "server", *arguments]
    return subprocess.run(command, env=paths, cwd=ROOT, capture_output=True, text=True, timeout=60)


def install(packages: Path, module: str) -> None:
    """Install a package that offers a module's games."""
    about = packages / "high_card-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: high-card\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[kibitz.games]\nhigh_card = {module}\n")


def test_an_installed_package_adds_its_games_to_every_command(tmp_path: Path) -> None:
    duel = ("duel", "high_card", "plain", "random", "--deals", "3", "--json")
    assert "expected one of the games" in kibitz(tmp_path, *duel).stderr
    install(tmp_path, "tests.high_card.package")
    done = kibitz(tmp_path, *duel)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["game"] == "high_card"


def test_a_package_that_is_broken_is_told_and_left_out(tmp_path: Path) -> None:
    install(tmp_path, "no.such.module")
    done = kibitz(tmp_path, "duel", "high_card", "plain", "random")
    assert "games of high_card cannot be loaded: No module named 'no'" in done.stderr
    assert "expected one of the games" in done.stderr


def test_a_name_that_another_game_has_is_refused_and_nothing_is_added() -> None:
    other = SimpleNamespace(
        NOUNS=(), GAMES=(SimpleNamespace(name="new"), SimpleNamespace(name="bridge")), RECORDS=(), CLIENTS=()
    )
    with pytest.raises(ValueError, match="games with these names already: bridge"):
        add_games(other)
    assert "new" not in GAMES
