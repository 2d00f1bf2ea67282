"""A person at a pipe, for the tests of the terminal."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.bots.terminal.pipes import Pipe


@pytest.fixture
async def person() -> AsyncIterator[Pipe]:
    """Return a person at a pipe."""
    yield Pipe()
