"""Fixtures: the scripted server, and both codecs."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from protocol.v1.codec import JSON, MSGPACK, Codec
from tests.bots.scripted import ScriptedServer, dealt


@pytest.fixture
async def server() -> AsyncIterator[ScriptedServer]:
    async with ScriptedServer(dealt()).listening() as server:
        yield server


@pytest.fixture(params=[MSGPACK, JSON], ids=["msgpack", "json"])
def codec(request: pytest.FixtureRequest) -> Codec:
    return request.param
