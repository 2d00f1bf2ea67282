"""A real server for the tests of the command line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.commands import FOUR_BOARDS, Serving


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    """Start a server with a table for the boards of a club."""
    boards = tmp_path / "club.pbn"
    boards.write_text(FOUR_BOARDS)
    with Serving(tmp_path / "data", "--boards", str(boards)) as server:
        yield server
