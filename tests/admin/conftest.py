"""Two servers with an operators' interface each, for all tests of a file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.admin.operated import Operated, operated


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Operated]:
    """Yield two servers on one Redis with an operators' interface each."""
    with operated(tmp_path_factory.mktemp("operated")) as running:
        yield running
