"""One server for all tests of the seed's API."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.served import Served, served


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Yield a server without limits."""
    with served(tmp_path_factory.mktemp("kibitz")) as running:
        yield running
