"""A part of an order that each hub does: it is drained through another, and names tables it cannot load."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest

from protocol.v1.codes import CloseCode
from protocol.v1.requests import Open, Watch
from protocol.v1.updates import Done
from server.admin import orders
from server.admin.office import Office
from server.admin.orders import Signed
from server.admin.own_hub import PART, KickHere, OwnHub
from server.errors import Refusal
from server.hub.room import Room
from tests.admin.operated import SECRET, Operated, Operator, guest, operated
from tests.hub.far.test_other_hubs import houses
from tests.rooms import House
from tests.store.keys import owned_log_key
from tests.store.redis_server import short_directory
from tests.virtual import passes, virtual
from tests.web.served import Served, needs_redis, served, talking

pytestmark = needs_redis


async def open_table(server: Served, token: str, id: int) -> str:
    async with talking(server, token) as talk:
        done = await talk.ask(Open(game="bridge", id=id))
        assert isinstance(done, Done) and done.table is not None
        return done.table


async def test_a_table_with_a_log_that_cannot_be_read_is_in_the_list_of_every_hub(site: Operated) -> None:
    server, operator = site.both[0], site.operator
    _, token = await guest(server, "Ann")
    table = await open_table(server, token, 1)
    await asyncio.sleep(0.3)
    owner = next(each for each in site.both if each.hub.live(table) is not None)
    room = owner.hub.live(table)
    assert room is not None
    await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(alter(owner, room), owner._loop))
    async with owner.http(token) as http:
        assert (await http.get(f"/v1/tables/{table}")).status_code == 500
    for _ in range(2):
        found = operator.does(orders.ListQuarantined(), orders.Quarantined)
        (row,) = [each for each in found.tables if each.table == table]
        assert row.hub == owner.hub.id and row.fault.startswith("has a log that cannot be folded")
        assert "no entry" not in row.fault and found.unreached == ()
    status, message = operator.is_refused(orders.ShowTable(table))
    assert status == 500 and "its stored log cannot be read" in message


async def alter(server: Served, room: Room) -> None:
    """Drop a table from memory and alter its log."""
    key = owned_log_key(room.table.id, room.table.deal, room.token)
    server.hub.unload(room)
    await server.redis.client.xadd(key, {b"e": b"no entry"})


@pytest.fixture
def leaving_site(tmp_path: Path) -> Iterator[Operated]:
    """Yield two servers of this test alone, because a drained hub takes no more tables."""
    with operated(tmp_path) as running:
        yield running


@pytest.mark.thorough
async def test_a_hub_is_drained_through_the_other_one_and_its_clients_go_on(leaving_site: Operated) -> None:
    leaving, staying = leaving_site.both
    _, token = await guest(leaving, "Ann")
    async with talking(leaving, token) as talk:
        tables = [await open_table(leaving, token, id) for id in range(1, 5)]
        await talk.ask(Watch(table=tables[0], id=7))
        operator = Operator((staying.settings.admin_port,))
        drained = operator.does(orders.DrainHub(leaving.hub.id), orders.Drained)
        assert drained == orders.Drained(leaving.hub.id, 0)
        rows = {each.hub: each for each in operator.does(orders.ListHubs(), orders.Hubs).hubs}
        assert rows[leaving.hub.id].draining and rows[leaving.hub.id].tables == 0
        assert not rows[staying.hub.id].draining
        assert httpx.get(f"{leaving.address}/readyz").status_code == 503
        for table in tables:
            assert operator.does(orders.ShowTable(table), orders.OneTable).table.hub == staying.hub.id
        assert isinstance(await talk.ask(Watch(table=tables[1], id=8)), Done)
        status, message = operator.is_refused(orders.DrainHub(staying.hub.id))
        assert status == 403 and message == "no other hub runs that could take the tables of this one"


def test_a_hub_that_has_its_store_for_itself_cannot_be_drained() -> None:
    with short_directory() as directory, served(Path(directory), admin_secret=SECRET) as server:
        with httpx.Client(transport=httpx.HTTPTransport(uds=f"{directory}/admin.sock")) as http:
            answer = http.post(
                "http://kibitz/v1/orders",
                json={"order": {"t": "drain", "hub": server.hub.id}},
                headers={"authorization": f"Bearer {SECRET}"},
            )
        assert answer.status_code == 403 and "no other hub runs" in answer.json()["message"]


@pytest.mark.parametrize("part", [b"\x81\xa1t\xa4nope", b"\x80"])
async def test_a_part_of_another_release_is_refused(site: Operated, part: bytes) -> None:
    asking, asked = site.hubs
    call = asking.others.ask(asked.id, PART, msgspec.Raw(part))
    loop = site.both[0]._loop
    with pytest.raises(Refusal, match="this hub has an older release"):
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(call, loop))


@virtual
async def test_a_kick_closes_the_connections_also_if_the_seat_cannot_be_freed_now() -> None:
    async with House() as house:
        table, players = await house.dealt()
        house.store.away = True
        await passes(10_000)
        with pytest.raises(Refusal, match="the store does not answer"):
            await OwnHub(house.desk).do(KickHere("p-North", "slow"))
        assert players[0].closed == (CloseCode.REMOVED, "slow")
        assert players[1].closed is None and house.room(table).table.chairs[0].player == "p-North"


@virtual
async def test_a_hub_that_cannot_do_its_part_is_named_and_the_others_do_theirs() -> None:
    async with houses(2) as (here, there):
        office = Office(here.desk, here.store.measures_and_audit)
        Office(there.desk, there.store.measures_and_audit)
        player = there.person("Ann")
        for answer, cause in (
            ("no number", "the answer of hub"),
            (None, "the answer of hub"),
        ):

            async def wrong(request: object, answer: object = answer) -> object:
                return answer

            there.hub.others.edges.answers[PART] = wrong
            words = await office.carry_out(Signed(orders.ReloadWords()), "operator")
            assert isinstance(words, orders.WordsReloaded)
            assert [each.hub for each in words.hubs] == [here.hub.id]
            (unreached,) = words.unreached
            assert unreached.hub == there.hub.id and unreached.cause.startswith(cause)

        async def silent(request: object) -> object:
            await passes(3_600_000)
            return None

        there.hub.others.edges.answers[PART] = silent
        kicked = await office.carry_out(Signed(orders.Kick("p-Ann", "slow")), "operator")
        assert isinstance(kicked, orders.Kicked)
        assert kicked.connections == 0 and player.closed is None
        assert kicked.unreached == (
            orders.Unreached(there.hub.id, f"hub {there.hub.id} has not answered for 5 s"),
        )
        (record,) = await here.store.measures_and_audit.audited(1)
        assert b"done; not at hub" in record
        hubs = await office.carry_out(Signed(orders.ListHubs()), "operator")
        assert isinstance(hubs, orders.Hubs)
        assert {each.hub: each.connections for each in hubs.hubs} == {here.hub.id: 0, there.hub.id: -1}
