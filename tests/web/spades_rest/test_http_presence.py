"""Presence by HTTP: a player is present for an hour after each request, and the seat is held as usual."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from protocol.v1.requests import NoClock, Policy, Sit, Stand
from server.errors import Refusal
from server.hub.handle import TableHandle
from server.table.player import Player
from server.web.client_ip import ClientAddresses
from server.web.spades_rest.live.seed_socket import SeedSocket
from server.web.spades_rest.tables import SpadesApi, asked, find_table, observes, seat_of
from tests.hub.far.test_other_hubs import houses
from tests.rooms import House
from tests.virtual import passes, virtual
from tests.web.entrances import Entrance
from tests.web.spades_rest.test_secrecy import Wire

HOUR_MS = 3_600_000
POLICY = Policy(clock=NoClock(), pause_ms=0, hold_ms=60_000, substitute="plain")
ANN, BEN = House.player("Ann"), House.player("Ben")


@asynccontextmanager
async def at_table() -> AsyncIterator[tuple[SpadesApi, TableHandle]]:
    """Yield a table at which Ann sits North and is present, and Ben observes."""
    async with House() as house:
        table = await house.table("Ann", POLICY, game="spades")
        front = SpadesApi(house.desk, house.files_and_tickets, ClientAddresses(house.desk.settings))
        found = await find_table(house.desk, table)
        await asked(found, ANN, Sit(table=table, seat=0))
        for player in (ANN, BEN):
            assert await front.visits.come(player, found)
        yield front, found


async def is_present(table: TableHandle, player: Player) -> bool:
    return player.id in (await table.summary()).names


@virtual
async def test_a_visit_lasts_an_hour_from_the_last_request() -> None:
    async with at_table() as (front, table):
        await passes(HOUR_MS - 1_000)
        assert await is_present(table, ANN) and await is_present(table, BEN)
        assert not await front.visits.come(ANN, table), "he was there"
        await passes(2_000)
        assert await is_present(table, ANN) and not await is_present(table, BEN)
        await passes(HOUR_MS)
        assert not await is_present(table, ANN) and not front.visits.tables(ANN)
        assert await front.visits.come(ANN, table)


@virtual
async def test_a_player_who_leaves_is_not_present_any_more() -> None:
    async with at_table() as (front, table):
        assert observes(await table.summary(), BEN) and not observes(await table.summary(), ANN)
        front.visits.leave(BEN, table.id)
        assert not observes(await table.summary(), BEN)
        front.visits.leave(BEN, table.id)
        front.front_desk.visitors.dismiss(ANN.id)
        await passes(1)
        assert not await is_present(table, ANN) and seat_of(await table.summary(), ANN) == 0


@virtual
async def test_a_visitor_who_sits_or_stands_gets_the_new_view() -> None:
    async with at_table() as (front, table):
        await asked(table, BEN, Sit(table=table.id, seat=2))
        assert not await front.visits.come(BEN, table), "the hub has shown him his seat already"
        await asked(table, BEN, Stand(table=table.id))
        await front.visits.come(BEN, table)
        assert observes(await table.summary(), BEN)


@virtual
async def test_a_player_who_closes_the_last_websocket_keeps_the_seat_for_a_time_and_gets_it_back() -> None:
    async with at_table() as (front, table):
        first, last = SeedSocket(Wire(), front, ANN), SeedSocket(Wire(), front, ANN)
        first.gone()
        assert await is_present(table, ANN)
        last.gone()
        assert not await is_present(table, ANN)
        await passes(59_000)
        assert (await table.summary()).chairs[0].player == ANN.id
        await passes(2_000)
        chair = (await table.summary()).chairs[0]
        assert (chair.player, chair.owner, chair.house) == (None, ANN.id, "plain")
        await front.visits.come(ANN, table)
        assert (await table.summary()).chairs[0].player == ANN.id


@virtual
async def test_an_observer_may_come_again_for_a_minute_after_the_last_websocket() -> None:
    async with at_table() as (front, table):
        SeedSocket(Wire(), front, BEN).gone()
        await passes(59_000)
        assert observes(await table.summary(), BEN)
        await passes(2_000)
        assert not observes(await table.summary(), BEN)


@virtual
async def test_a_refused_visit_leaves_no_state_behind() -> None:
    async with House() as house:
        id = await house.table("Ann", Policy(access="invited"), game="spades")
        front = SpadesApi(house.desk, house.files_and_tickets, ClientAddresses(house.desk.settings))
        table, visitors = await find_table(house.desk, id), len(house.desk.visitors)
        with pytest.raises(Refusal, match="not open to you"):
            await front.visits.come(BEN, table)
        assert len(house.desk.visitors) == visitors and not await is_present(table, BEN)


@virtual
async def test_visits_are_limited_like_connections_and_the_least_active_ends_first() -> None:
    async with at_table() as (front, table):
        front.front_desk.settings = replace(front.front_desk.settings, connections=2)
        await front.visits.come(ANN, table)
        cid = House.player("Cid")
        await front.visits.come(cid, table)
        assert [await is_present(table, each) for each in (ANN, BEN, cid)] == [True, False, True]


# Through several hubs


@asynccontextmanager
async def through_two() -> AsyncIterator[tuple[list[SpadesApi], list[TableHandle]]]:
    """Yield two hubs and the handles of one table, at which Ann sits and Ben observes through both hubs."""
    async with houses(2) as every:
        id = await every[0].table("Ann", POLICY, game="spades")
        apis = [Entrance(house).seed for house in every]
        tables = [await find_table(house.desk, id) for house in every]
        await asked(tables[0], ANN, Sit(table=id, seat=0))
        for api, table in zip(apis, tables, strict=True):
            for player in (ANN, BEN):
                assert await api.visits.come(player, table)
        await passes(200)
        yield apis, tables


@virtual
async def test_the_visits_through_one_hub_are_known_at_the_others() -> None:
    async with through_two() as (apis, tables):
        apis[0].visits.leave(BEN, tables[0].id)
        await passes(200)
        assert [api.visits.tables(BEN) for api in apis] == [(tables[0].id,)] * 2
        assert [api.visits.is_here(BEN, tables[0].id) for api in apis] == [False, True]
        apis[1].visits.leave(BEN, tables[0].id)
        await passes(200)
        assert [api.visits.tables(BEN) for api in apis] == [(), ()]


@virtual
@pytest.mark.parametrize("apart_ms", [0, 500])
async def test_a_player_whose_last_connection_closes_at_any_hub_is_away(apart_ms: int) -> None:
    async with through_two() as (apis, tables):
        sockets = [SeedSocket(Wire(), api, ANN) for api in apis]
        await passes(500)
        sockets[0].gone()
        await passes(apart_ms)
        if apart_ms:
            assert await is_present(tables[0], ANN)
        sockets[1].gone()
        await passes(500)
        assert not await is_present(tables[0], ANN)
        assert not await is_present(tables[1], ANN)


@virtual
async def test_a_player_that_leaves_a_table_through_one_hub_is_gone_at_all() -> None:
    async with through_two() as (apis, tables):
        apis[0].visits.leave(BEN, tables[0].id)
        apis[0].broadcast.send_off(BEN.id, tables[0].id)
        await passes(200)
        assert not await is_present(tables[0], BEN) and not apis[1].visits.tables(BEN)
