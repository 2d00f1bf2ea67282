"""One server for all tests of the seed's API."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.served import Served, served
from tests.web.two_served import two_served


@pytest.fixture(
    scope="session",
    params=[
        pytest.param(served, id="one hub"),
        pytest.param(two_served, id="two hubs", marks=pytest.mark.thorough),
    ],
)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Yield a server without limits, and then two that answer in turn."""
    with request.param(tmp_path_factory.mktemp("kibitz")) as running:
        yield running
