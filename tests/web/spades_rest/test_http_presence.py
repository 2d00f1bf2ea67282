"""Presence by HTTP: a player is present for an hour after each request, and the seat is held as usual."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from protocol.v1.requests import NoClock, Policy, Sit, Stand
from server.errors import Refusal
from server.hub.room import Room
from server.table.player import Player
from server.web.client_ip import ClientAddresses
from server.web.spades_rest.live.seed_socket import SeedSocket
from server.web.spades_rest.tables import SpadesApi, asked, find_room, observes, seat_of
from tests.rooms import House
from tests.virtual import passes, virtual
from tests.web.spades_rest.test_secrecy import Wire

HOUR_MS = 3_600_000
POLICY = Policy(clock=NoClock(), pause_ms=0, hold_ms=60_000, substitute="plain")
ANN, BEN = House.player("Ann"), House.player("Ben")


@asynccontextmanager
async def at_table() -> AsyncIterator[tuple[SpadesApi, Room]]:
    """Yield a table at which Ann sits North and is present, and Ben observes."""
    async with House() as house:
        table = await house.table("Ann", POLICY, game="spades")
        front = SpadesApi(house.desk, ClientAddresses(house.desk.settings))
        room = await find_room(house.desk, table)
        await asked(room, ANN, Sit(table=table, seat=0))
        for player in (ANN, BEN):
            assert await front.visits.come(player, room)
        yield front, room


def is_present(room: Room, player: Player) -> bool:
    return player.id in room.viewers.presence.names


@virtual
async def test_a_visit_lasts_an_hour_from_the_last_request() -> None:
    async with at_table() as (front, room):
        await passes(HOUR_MS - 1_000)
        assert is_present(room, ANN) and is_present(room, BEN)
        assert not await front.visits.come(ANN, room), "he was there"
        await passes(2_000)
        assert is_present(room, ANN) and not is_present(room, BEN)
        await passes(HOUR_MS)
        assert not is_present(room, ANN) and not front.visits.visits(ANN, room)
        assert await front.visits.come(ANN, room)


@virtual
async def test_a_player_who_leaves_is_not_present_any_more() -> None:
    async with at_table() as (front, room):
        assert observes(room, BEN) and not observes(room, ANN)
        front.visits.leave(BEN, room.table.id)
        assert not observes(room, BEN)
        front.visits.leave(BEN, room.table.id)
        front.front_desk.visitors.dismiss(ANN)
        await passes(1)
        assert not is_present(room, ANN) and seat_of(room, ANN) == 0


@virtual
async def test_a_visitor_who_sits_or_stands_gets_the_new_view() -> None:
    async with at_table() as (front, room):
        await asked(room, BEN, Sit(table=room.table.id, seat=2))
        assert not await front.visits.come(BEN, room), "the hub has shown him his seat already"
        await asked(room, BEN, Stand(table=room.table.id))
        await front.visits.come(BEN, room)
        assert observes(room, BEN)


@virtual
async def test_a_player_who_closes_the_last_websocket_keeps_the_seat_for_a_time_and_gets_it_back() -> None:
    async with at_table() as (front, room):
        first, last = SeedSocket(Wire(), front, ANN), SeedSocket(Wire(), front, ANN)
        first.gone()
        assert is_present(room, ANN)
        last.gone()
        assert not is_present(room, ANN)
        await passes(59_000)
        assert room.table.chairs[0].player == ANN.id
        await passes(2_000)
        chair = room.table.chairs[0]
        assert (chair.player, chair.owner, chair.house) == (None, ANN.id, "plain")
        await front.visits.come(ANN, room)
        assert room.table.chairs[0].player == ANN.id


@virtual
async def test_an_observer_may_come_again_for_a_minute_after_the_last_websocket() -> None:
    async with at_table() as (front, room):
        SeedSocket(Wire(), front, BEN).gone()
        await passes(59_000)
        assert observes(room, BEN)
        await passes(2_000)
        assert not observes(room, BEN)


@virtual
async def test_a_refused_visit_leaves_no_state_behind() -> None:
    async with House() as house:
        table = await house.table("Ann", Policy(access="invited"), game="spades")
        front = SpadesApi(house.desk, ClientAddresses(house.desk.settings))
        room, visitors = await find_room(house.desk, table), len(house.desk.visitors)
        with pytest.raises(Refusal, match="not open to you"):
            await front.visits.come(BEN, room)
        assert len(house.desk.visitors) == visitors and not is_present(room, BEN)


@virtual
async def test_visits_are_limited_like_connections_and_the_least_active_ends_first() -> None:
    async with at_table() as (front, room):
        front.front_desk.settings = replace(front.front_desk.settings, connections=2)
        await front.visits.come(ANN, room)
        cid = House.player("Cid")
        await front.visits.come(cid, room)
        assert [is_present(room, each) for each in (ANN, BEN, cid)] == [True, False, True]
