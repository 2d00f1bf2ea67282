"""Rows of `kibitz replay` for the tests of boards."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.records.bridge.rows import Row
from tests.records.bridge.replayed_boards import Replayed
from tests.records.replaying import replay


@pytest.fixture
def rows(tmp_path: Path) -> Replayed:
    """Return a function that writes a file and returns its rows."""

    def replayed(content: str | bytes) -> list[Row]:
        path = tmp_path / "record"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return list(replay(path))

    return replayed
