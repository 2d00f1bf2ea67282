"""A gap in the updates of a table is healed by a watch request, and a lost seat is taken back."""

from __future__ import annotations

import msgspec
import pytest

from bots.client import Client
from bots.errors import Refused
from protocol.v1.bridge import Seat
from protocol.v1.codec import Codec
from protocol.v1.codes import Code
from protocol.v1.updates import Patch, People, SeatRow, View
from protocol.v1.updates import Refused as RefusedUpdate
from tests.bots.scripted import TABLE, ScriptedServer, dealt
from tests.bots.seats import ONE_CLUB, PASS, knows_the_truth, sit, until, watches


async def test_a_patch_that_comes_twice_is_ignored_and_answered_by_watch(server: ScriptedServer) -> None:
    server.faults.double_patch = 1
    async with Client(server.url, token="north") as client:
        watched = await sit(client, Seat.NORTH)
        await client.act(TABLE, ONE_CLUB)
        await until(lambda: len(watches(server)) == 2)
        await client.ping()
        assert knows_the_truth(watched, server)
        assert (watches(server)[1].epoch, watches(server)[1].version) == ("e1", 2)


async def test_a_gap_is_answered_by_watch_and_healed_by_a_view(server: ScriptedServer, codec: Codec) -> None:
    server.faults.lose_patch = 1
    async with (
        Client(server.url, token="north", codec=codec) as north,
        Client(server.url, token="east", codec=codec) as east,
    ):
        at_north = await sit(north, Seat.NORTH)
        await north.act(TABLE, ONE_CLUB)
        await sit(east, Seat.EAST)
        await east.act(TABLE, PASS)
        await until(lambda: len(at_north.view.pub.calls) == 2)
        assert knows_the_truth(at_north, server)
        again = [watch for watch in watches(server) if watch.epoch is not None]
        assert [(watch.epoch, watch.version) for watch in again] == [("e1", 1)]


async def test_a_patch_of_another_epoch_is_never_applied(server: ScriptedServer) -> None:
    async with Client(server.url, token="north") as client:
        watched = await sit(client, Seat.NORTH)
        server.begin_epoch("e2")
        await client.act(TABLE, ONE_CLUB)
        await until(lambda: watched.epoch == "e2")
        assert knows_the_truth(watched, server)


async def test_after_a_loss_a_client_resumes_without_a_new_view(server: ScriptedServer, codec: Codec) -> None:
    async with Client(server.url, token="north", codec=codec) as client:
        await sit(client, Seat.NORTH)
        updates = client.updates(TABLE)
        server.lines[0].cut(1006)
        await until(lambda: len(watches(server)) == 2)
        await client.act(TABLE, ONE_CLUB)
        shown = []
        while not shown or not isinstance(shown[-1], Patch):
            shown.append(await anext(updates))
        assert (watches(server)[1].epoch, watches(server)[1].version) == ("e1", 1)
        assert not any(isinstance(update, View) for update in shown)


async def test_a_table_that_may_no_longer_be_watched_counts_as_ended(server: ScriptedServer) -> None:
    async with Client(server.url, token="north") as client:
        watched = await sit(client, Seat.NORTH)
        server.faults.refusals = [RefusedUpdate(code=Code.NO_SUCH_TABLE, message="there is no such table")]
        server.lines[0].cut(1006)
        await until(lambda: watched.ended)
        assert watched.ended == "no_such_table: there is no such table"


async def test_a_refused_audience_leaves_the_earlier_view_with_its_people(server: ScriptedServer) -> None:
    async with Client(server.url) as client:
        watched = await client.watch(TABLE, "public")
        server.send(server.lines[0], People(table=TABLE, seats=(SeatRow(0, "Ann", "p-ann"),), watchers=3))
        await until(lambda: watched.people)
        server.faults.refusals = [RefusedUpdate(code=Code.FORBIDDEN, message="ask the player")]
        with pytest.raises(Refused, match="ask the player"):
            await client.watch(TABLE, "all")
        assert client.tables[TABLE] is watched
        assert watched.people is not None and watched.people.watchers == 3
        assert watched.ended is None
        assert knows_the_truth(watched, server)


async def test_a_whole_view_replaces_the_earlier_view(server: ScriptedServer) -> None:
    async with Client(server.url, token="north") as client:
        watched = await sit(client, Seat.NORTH)
        server.state = dealt(seed=2, board=5)
        server.begin_epoch("e9")
        server.show(server.lines[0])
        await until(lambda: watched.epoch == "e9")
        assert knows_the_truth(watched, server)
        assert msgspec.structs.asdict(watched.view.pub)["board"] == 5
