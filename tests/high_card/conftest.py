"""Every test in this folder has high card among the games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.high_card.registered import registered


@pytest.fixture(scope="module", autouse=True)
def _registered() -> Iterator[None]:
    with registered():
        yield
