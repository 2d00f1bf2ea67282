"""The disk alters an entry between two starts: only its table is quarantined, and the log names the entry."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from bots.client import Client
from bots.errors import Refused
from bots.guest import guest
from server.errors import Altered
from server.store.table_logs import Outcome
from tests.store.append_only import write_zeros
from tests.store.conftest import BINARIES, REDIS
from tests.store.embedding import started, stores_of
from tests.store.programs import put_on_path
from tests.store.redis_server import embedded_data
from tests.store.tables import BASE, Owner, opened
from tests.web.served import Served, served

pytestmark = pytest.mark.skipif(not BINARIES, reason="there is no redis-server")
WORDS = b"forty zero bytes are written over these words, which stand in the middle of an entry"
NAME = "Maximiliana of the forty-character name"


@pytest.fixture(params=REDIS)
def data(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with embedded_data(monkeypatch) as data:
        put_on_path(monkeypatch, data.parent, BINARIES[request.param])
        yield data


async def test_forty_zero_bytes_in_an_entry_are_detected_and_other_tables_are_read(data: Path) -> None:
    async with started(data) as server, stores_of(server) as stores:
        for table in ("t1", "t2"):
            owner = await opened(stores, table)
            for entry in (b"one", WORDS, b"three"):
                await owner.appends(entry)
    write_zeros(data, "t1", 3)
    async with started(data) as server, stores_of(server) as stores:
        with pytest.raises(Altered, match="table t1, deal 0, entry 3"):
            await stores.logs.load("t1")
        sound = Owner(stores, "t2")
        assert await sound.log() == (BASE, b"one", WORDS, b"three")
        sound.index = 4
        assert await sound.appends(b"four") is Outcome.DONE


async def seated(server: Served, name: str) -> str:
    """Open a table with one seated player and return its id."""
    player = await guest(server.address, name)
    async with Client(server.address, token=player.token) as client:
        table = await client.open("bridge", {})
        await client.sit(table, 0)
        return table


async def test_a_server_quarantines_an_altered_table_and_plays_the_others(
    data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with served(data) as server:
        sick, sound = await seated(server, NAME), await seated(server, NAME)
    write_zeros(data, sick, 2, within=NAME.encode(), count=30)
    with caplog.at_level(logging.ERROR), served(data) as server:
        async with Client(server.address) as client:
            with pytest.raises(Refused, match="cannot be opened, because its stored log cannot be read"):
                await client.watch(sick)
            with pytest.raises(Refused, match="the log of this game cannot be read"):
                await client.game(sick)
            watched = await client.watch(sound)
            assert watched.view.pub is not None
        assert server.hub.live(sick) is None
    assert f"table {sick}, deal 0, entry 2" in caplog.text
    assert "Traceback" not in caplog.text
