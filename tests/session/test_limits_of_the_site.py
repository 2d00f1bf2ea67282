"""The limits of a player and of an address are those of the whole site, through however many hubs."""

from __future__ import annotations

from protocol.v1.codes import CloseCode
from protocol.v1.requests import Chat, Host, Open
from protocol.v1.updates import Done, Refused
from server.hub.contact import DEAD_MS
from tests.hub.far.test_other_hubs import houses
from tests.virtual import now_ms, passes, virtual
from tests.web.entrances import Entrance


@virtual
async def test_a_player_has_as_many_open_tables_through_two_hubs_as_through_one() -> None:
    async with houses(2, tables_per_player=3) as (here, there):
        ann, far = here.person("Ann"), there.person("Ann")
        opened = [await each.ask(Open(game="bridge", id=number)) for number, each in ((1, ann), (2, far))]
        await passes(300)
        assert isinstance(await far.ask(Open(game="bridge", id=3)), Done)
        await passes(300)
        for each in (ann, far):
            refused = await each.ask(Open(game="bridge", id=4))
            assert isinstance(refused, Refused) and "you have 3 open tables" in refused.message
        assert [await far.ask(Open(game="bridge", id=1)), await ann.ask(Open(game="bridge", id=2))] == opened
        table = opened[0].table  # type: ignore[union-attr]
        assert isinstance(await far.ask(Host(table=str(table), terminate=True, id=5)), Done)
        await passes(500)
        assert isinstance(await far.ask(Open(game="bridge", id=6)), Done)


@virtual
async def test_the_open_tables_of_an_address_count_at_all_hubs() -> None:
    async with houses(2, tables_per_address=2) as every:
        entrances = [Entrance(house) for house in every]
        for number, entrance in enumerate(entrances):
            guest = await entrance.guest(f"g{number}")
            assert (await entrance.ask("POST", "/v1/tables", guest, {"game": "bridge"})).status == 201
        await passes(300)
        for entrance in entrances:
            answer = await entrance.ask("POST", "/v1/tables", await entrance.guest("x"), {"game": "bridge"})
            assert answer.status == 403 and "your address has 2 open tables" in answer.plain["message"]


@virtual
async def test_the_oldest_connection_of_a_player_is_replaced_at_whichever_hub_it_is() -> None:
    async with houses(2, connections_per_player=3) as (here, there):
        old = [here.person("Ann"), here.person("Ann")]
        await passes(300)
        new = [there.person("Ann"), there.person("Ann")]
        await passes(300)
        assert [each.closed and each.closed[0] for each in (*old, *new)] == [
            CloseCode.REPLACED,
            None,
            None,
            None,
        ]
        there.person("Bob")
        newest = here.person("Ann")
        await passes(300)
        assert old[1].closed and newest.closed is None and all(each.closed is None for each in new)
        new[0].hang_up()
        await passes(300)
        another = here.person("Ann")
        await passes(300)
        assert new[1].closed is None and newest.closed is None and another.closed is None


@virtual
async def test_connections_that_come_to_two_hubs_at_once_are_never_all_replaced() -> None:
    async with houses(3, connections_per_player=2) as every:
        doors = [house.person("Ann") for house in every for _ in range(2)]
        await passes(1_000)
        assert sum(door.closed is None for door in doors) == 2


@virtual
async def test_new_guests_of_an_address_are_limited_through_all_hubs_together() -> None:
    async with houses(2, guests_per_address_s=0.01, guests_per_address_burst=4) as every:
        here, there = map(Entrance, every)

        async def comes(entrance: Entrance) -> int:
            return (await entrance.ask("POST", "/v1/guests", body={"name": "Eve"})).status

        assert [await comes(here) for _ in range(3)] == [201] * 3
        await passes(300)
        assert [await comes(there), await comes(there)] == [201, 429]
        await passes(300)
        assert await comes(here) == 429
        elsewhere = Entrance(there.house, "198.51.100.9")
        assert await comes(elsewhere) == 201


@virtual
async def test_a_burst_at_two_hubs_in_one_moment_is_paid_for_afterwards() -> None:
    async with houses(2, guests_per_address_s=1, guests_per_address_burst=4) as every:
        doors = [Entrance(house).addresses for house in every]
        for each in doors:
            assert [each.guest("192.0.2.1", now_ms()) for _ in range(4)] == [0] * 4
        await passes(1_300)
        waits = [each.guest("192.0.2.1", now_ms()) for each in doors]
        assert all(3_000 < wait <= 4_000 for wait in waits), waits


@virtual
async def test_the_connections_of_an_address_count_at_all_hubs_and_those_of_a_dead_one_no_more() -> None:
    async with houses(2, connections_per_address=2) as every:
        here, there = (Entrance(house).addresses for house in every)
        assert here.enter("192.0.2.1", now_ms()) is None and here.enter("192.0.2.1", now_ms()) is None
        await passes(300)
        assert there.enter("192.0.2.1", now_ms()) == (429, "too many connections from this address")
        here.leave("192.0.2.1")
        await passes(300)
        assert there.enter("192.0.2.1", now_ms()) is None
        every[0].kill()
        await passes(DEAD_MS + 1_000)
        assert there.enter("192.0.2.1", now_ms()) is None
        assert there.enter("192.0.2.1", now_ms()) == (429, "too many connections from this address")


@virtual
async def test_changes_and_openings_of_a_player_are_limited_through_all_hubs_together() -> None:
    async with houses(2, changes_s=0.01, changes_burst=5, opens_s=0.01, opens_burst=3) as (here, there):
        ann, far = here.person("Ann"), there.person("Ann")
        table = (await ann.ask(Open(game="bridge", id=1))).table  # type: ignore[union-attr]
        assert table is not None
        for each in (ann, far):
            await each.watch(table)
        for number in range(4):
            assert isinstance(await ann.ask(Chat(table=table, text="hi", id=10 + number)), Done)
        assert isinstance(await ann.ask(Open(game="bridge", id=2)), Done)
        await passes(300)
        said = [await far.ask(Chat(table=table, text="hi", id=20 + number)) for number in range(2)]
        opened = [await far.ask(Open(game="bridge", id=3 + number)) for number in range(2)]
        for first, second in (said, opened):
            assert isinstance(first, Done) and isinstance(second, Refused) and second.code == "rate_limited"
