"""Fixtures for the tests of boards: the rows of a file, and endplay's schema of a Board."""

from __future__ import annotations

from pathlib import Path

import jsonschema
import pytest

from server.records.bridge.rows import Row
from tests.records.bridge.board_json import endplay_schema
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


@pytest.fixture(scope="session")
def board_schema() -> jsonschema.Draft7Validator:
    """Return endplay's own schema of a Board."""
    return endplay_schema()
