"""Tables of the seed's API: only Spades tables for four in pairs, with their observers and robots."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from protocol.v1.requests import NoClock, Policy, Sit
from server.errors import Refusal
from server.hub.handle import TableHandle
from server.table.typed_requests import ChangeTable
from server.web.client_ip import ClientAddresses
from server.web.spades_rest.errors import SeedError
from server.web.spades_rest.tables import SpadesApi, asked, find_table, observers, observes
from tests.rooms import House
from tests.virtual import passes, until, virtual
from tests.web.served import Served, needs_redis
from tests.web.spades_rest.guests import ACTIONS, guests, opened, wrong

pytestmark = needs_redis


@pytest.mark.parametrize("action", [*ACTIONS, "state"])
async def test_404_for_a_table_that_does_not_belong_to_this_api(server: Served, action: str) -> None:
    async with guests(server, "Ann") as (ann,):
        six = await opened(ann, players=6, preset="classic")
        async with server.http(ann.session) as http:
            bridge = (await http.post("/v1/tables", json={"game": "bridge"})).json()["table"]
        for table in ("nowhere", "no%20where", "x" * 80, six, bridge):
            path = f"/api/tables/{table}/{action}"
            answer = await (ann.get(path) if action == "state" else ann.post(path, ACTIONS[action]))
            assert wrong(answer) == (404, "TABLE_NOT_FOUND"), table


POLICY = Policy(clock=NoClock(), pause_ms=0)
ANN, BEN = House.player("Ann"), House.player("Ben")


@asynccontextmanager
async def ann_at_a_table(**seats: str) -> AsyncIterator[tuple[SpadesApi, TableHandle]]:
    """Yield a table at which Ann sits North and is present, with house robots in other seats."""
    async with House() as house:
        robots = {int(name.removeprefix("seat")): robot for name, robot in seats.items()}
        table = await house.table("Ann", POLICY, game="spades", seats=robots)
        api = SpadesApi(house.desk, house.files_and_tickets, ClientAddresses(house.desk.settings))
        found = await find_table(house.desk, table)
        await asked(found, ANN, Sit(table=table, seat=0))
        await api.visits.come(ANN, found)
        yield api, found


@virtual
async def test_a_table_that_was_ended_before_the_end_of_its_game_is_not_found() -> None:
    async with ann_at_a_table() as (api, table):
        await asked(table, ANN, ChangeTable(terminate=True))
        summary = await table.summary()
        assert summary.closed and not summary.finished
        with pytest.raises(SeedError) as missing:
            await find_table(api.front_desk, table.id)
        assert (missing.value.status, missing.value.code) == (404, "TABLE_NOT_FOUND")


@virtual
async def test_a_refusal_of_the_table_is_raised_with_its_code() -> None:
    async with ann_at_a_table() as (_, table):
        with pytest.raises(Refusal) as refused:
            await asked(table, BEN, Sit(table=table.id, seat=0))
        assert str(refused.value) and refused.value.code == "forbidden"


@virtual
async def test_observers_are_present_without_a_seat_in_the_order_of_their_arrival() -> None:
    async with ann_at_a_table() as (api, table):
        summary = await table.summary()
        assert observers(summary) == () and not observes(summary, BEN) and not observes(summary, ANN)
        for name in ("Eve", "Ben"):
            await api.visits.come(House.player(name), table)
        summary = await table.summary()
        assert observers(summary) == ("p-Eve", "p-Ben") and observes(summary, BEN)
        await asked(table, BEN, Sit(table=table.id, seat=2))
        summary = await table.summary()
        assert observers(summary) == ("p-Eve",) and not observes(summary, BEN)


@virtual
async def test_a_table_rests_while_a_person_is_in_turn_and_not_while_a_robot_is() -> None:
    async with ann_at_a_table(seat1="plain", seat2="plain", seat3="plain") as (api, table):
        room = api.front_desk.hub.live(table.id)
        assert room is not None
        await until(lambda: room.table.game.to_act(room.table.state))
        assert room.table.game.to_act(room.table.state) == (1,)
        assert not (await table.summary()).rests, "no robot runs in this house, so East stays in turn"
    async with ann_at_a_table(seat1="plain") as (_, table):
        await passes(5_000)
        assert (await table.summary()).rests, "the cards are dealt only when all seats are taken"
