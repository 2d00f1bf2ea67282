"""Files of games of Hanabi as `kibitz replay` and other commands read them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from click.testing import Result
from typer.testing import CliRunner

from server.cli import app
from server.records.hanabi.files import ReadGame, read_games
from server.records.hanabi.rows import HanabiRow
from tests.records.replaying import replay


def run_kibitz(*arguments: str) -> Result:
    """Run a command in this process, and return its output and its exit code."""
    return CliRunner().invoke(app, arguments)


def rows(path: Path, content: str | bytes) -> list[Any]:
    """Write a file and return its rows."""
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return list(replay(path))


def row(path: Path, content: str | bytes) -> HanabiRow:
    """Write a file of one game and return its row."""
    (found,) = rows(path, content)
    assert isinstance(found, HanabiRow)
    return found


def only_game(text: str) -> ReadGame:
    """Return the only game of a file as it is read."""
    (only,) = read_games(text.encode())
    return only
