"""One server for all tests of a file that need no settings of their own."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ports import free_port
from tests.web.served import Served, served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Yield a server without limits."""
    with served(tmp_path_factory.mktemp("kibitz"), table_manager_port=free_port()) as running:
        yield running


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return the directory in which a test's own server keeps its games."""
    return tmp_path / "kibitz"


@pytest.fixture(autouse=True)
def no_traceback(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Check after each test that the server logged no error and no traceback."""
    with caplog.at_level(logging.WARNING):
        yield
    grave = [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert not grave and "Traceback" not in caplog.text
