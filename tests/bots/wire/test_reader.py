"""A slow reader of updates loses the oldest; the table stays correct."""

from __future__ import annotations

from bots.client import Client
from protocol.v1.bridge import Seat
from protocol.v1.updates import Notice
from tests.bots.scripted import ScriptedServer
from tests.bots.seats import sit


async def test_a_slow_reader_loses_the_oldest_updates_and_the_table_stays_correct(
    server: ScriptedServer,
) -> None:
    async with Client(server.url, token="north") as client:
        await sit(client, Seat.NORTH)
        updates = client.updates()
        for place in range(1005):
            server.send(server.lines[0], Notice(kind="go", message=str(place)))
        await client.ping()
        assert updates.lost == 6
        assert await anext(updates) == Notice(kind="go", message="6")
