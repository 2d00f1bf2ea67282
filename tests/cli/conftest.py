"""A real server for the tests of the command line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.commands import BOARD, FOUR_BOARDS, Serving
from tests.records.bridge.board_json import text


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the state of the commands in a folder of the test, and return this folder."""
    folder = tmp_path / "state"
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    return folder


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """Start a server with a table for the boards of a club, one for each file of tests."""
    folder = tmp_path_factory.mktemp("serving")
    boards = folder / "club.pbn"
    boards.write_text(FOUR_BOARDS)
    with Serving(folder / "data", "--boards", str(boards)) as server:
        yield server


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Write a file of one board, and return its path."""
    path = tmp_path / "board.json"
    path.write_text(text(BOARD))
    return path
