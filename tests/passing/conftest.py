"""Every test in this folder has passing among the games of the server."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import pytest

import server.games.registry
from tests.passing.game import PASSING


@pytest.fixture(scope="module", autouse=True)
def _registered() -> Iterator[None]:
    with patch.dict(server.games.registry.GAMES, {PASSING.name: PASSING}):
        yield
