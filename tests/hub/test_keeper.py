"""Tables without people end in time and leave nothing in the store."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.v1.requests import Host, Match, NoClock, Open, Policy, Watch
from protocol.v1.updates import Done, Refused
from server.games.registry import GAMES
from server.hub.hub import IDLE_MS
from server.table.lifetime import MINUTE_MS, Lifetimes
from tests.games.bridge.deals import deal
from tests.later_store import LaterStore
from tests.rooms import QUIET, House, play_on
from tests.virtual import now_ms, passes, until, virtual

SHORT = Lifetimes(unplayed_ms=10 * MINUTE_MS, prepared_ms=30 * MINUTE_MS, left_ms=60 * MINUTE_MS)
"""Shorter than the usual ones, as hours of virtual time take seconds of real time."""


async def is_stored(house: House, table: str) -> bool:
    """Return True if the store has the table."""
    return await house.store.load(table) is not None


def leave(house: House) -> None:
    """Disconnect all people."""
    for person in house.clients:
        person.hang_up()


@virtual
async def test_an_unplayed_table_is_removed_minutes_after_its_people_left() -> None:
    async with House(lifetimes=SHORT) as house:
        table = await house.table()
        await house.person("Ann").watch(table)
        await passes(30 * MINUTE_MS)
        assert await is_stored(house, table), "somebody is there"
        leave(house)
        await passes(9 * MINUTE_MS)
        assert await is_stored(house, table)
        await passes(5 * MINUTE_MS)
        assert not await is_stored(house, table)
        await passes(1_100)
        assert await house.hub.lobby.page(None, None, None) == ([], None)


@virtual
async def test_a_table_without_any_visitor_is_removed_too() -> None:
    async with House(lifetimes=SHORT) as house:
        table = await house.table()
        leave(house)
        await passes(15 * MINUTE_MS)
        assert not await is_stored(house, table)


async def uploaded(house: House) -> str:
    wish = Open(game="bridge", policy=QUIET)
    return await house.hub.open_as("boards", "p-Host", wish, GAMES["bridge"].options_type(), (deal(),))


async def of_a_match(house: House) -> str:
    done = await house.person("Host").ask(Match(game="bridge", count=2, id=3))
    assert isinstance(done, Done) and done.table is not None
    return done.table


async def for_the_invited(house: House) -> str:
    return await house.table(policy=Policy(access="invited"))


async def with_invitations(house: House) -> str:
    table = await house.table()
    await house.person("Host").ask(Host(table=table, invited=("p-Ann",), id=1))
    return table


async def with_a_link(house: House) -> str:
    table = await house.table()
    house.room(table).has_preparations = True
    return table


@pytest.mark.parametrize("opens", [uploaded, of_a_match, for_the_invited, with_invitations, with_a_link])
def test_a_prepared_table_is_kept_longer(opens: Any) -> None:
    @virtual
    async def run() -> None:
        async with House(lifetimes=SHORT) as house:
            table = await opens(house)
            leave(house)
            await passes(28 * MINUTE_MS)
            assert await is_stored(house, table)
            await passes(8 * MINUTE_MS)
            assert not await is_stored(house, table)

    run()


@virtual
async def test_both_tables_of_a_match_are_removed_together() -> None:
    async with House(lifetimes=SHORT) as house:
        done = await house.person("Host").ask(Match(game="bridge", count=2, id=3))
        assert isinstance(done, Done) and done.table is not None and done.other is not None
        leave(house)
        await passes(90 * MINUTE_MS)
        assert not await is_stored(house, done.table) and not await is_stored(house, done.other)


@virtual
async def test_a_table_with_a_begun_deal_is_kept_for_days_and_then_closed() -> None:
    async with House(lifetimes=SHORT) as house:
        table, players = await house.dealt(policy=Policy(clock=NoClock()))
        await play_on(house, table, players, 2)
        leave(house)
        await passes(58 * MINUTE_MS)
        assert await is_stored(house, table)
        await passes(8 * MINUTE_MS)
        assert not await is_stored(house, table)


@virtual
async def test_finished_deals_stay_when_their_table_is_left_for_good() -> None:
    async with House(lifetimes=SHORT) as house:
        table, players = await house.dealt(policy=Policy(clock=NoClock(), pause_ms=1_000))
        await play_on(house, table, players, 4)
        leave(house)
        await passes(70 * MINUTE_MS)
        stored = await house.store.load(table)
        assert stored is not None and stored.meta.status == "closed"
        await passes(30 * MINUTE_MS)
        assert await is_stored(house, table)


@virtual
async def test_the_tables_of_the_house_stay() -> None:
    async with House(lifetimes=SHORT) as house:
        await house.hub.open_as("house", "", Open(game="bridge"), GAMES["bridge"].options_type(), ())
        await passes(90 * MINUTE_MS)
        assert await is_stored(house, "house")


@virtual
async def test_a_table_ends_in_time_although_its_server_has_died() -> None:
    store = LaterStore(now_ms)
    async with House(store, lifetimes=SHORT) as before:
        table = await before.table()
        await passes(MINUTE_MS)
    async with House(store, lifetimes=SHORT) as after:
        await passes(9 * MINUTE_MS)
        assert await is_stored(after, table)
        await passes(8 * MINUTE_MS)
        assert not await is_stored(after, table)


@virtual
async def test_tables_of_older_servers_without_a_scheduled_check_end_as_well() -> None:
    store = LaterStore(now_ms)
    async with House(store, lifetimes=SHORT) as before:
        table, _ = await before.dealt(policy=Policy(clock=NoClock()))
        unplayed = await before.table()
        for each in (table, unplayed):
            await store.set_due(each, None)
    async with House(store, lifetimes=SHORT) as after:
        await passes(30 * MINUTE_MS)
        assert await is_stored(after, table) and not await is_stored(after, unplayed)


@virtual
async def test_after_a_restart_people_have_time_to_come_back() -> None:
    store = LaterStore(now_ms)
    async with House(store, lifetimes=SHORT) as before:
        table = await before.table()
        await before.person("Ann").watch(table)
        await passes(20 * MINUTE_MS)
    await passes(20 * MINUTE_MS)
    async with House(store, lifetimes=SHORT) as after:
        await passes(MINUTE_MS)
        await after.person("Ann").watch(table)
        await passes(20 * MINUTE_MS)
        assert await is_stored(after, table)


@virtual
async def test_tables_of_another_hub_are_left_alone() -> None:
    store = LaterStore(now_ms)
    async with (
        House(store, exclusive=False, lifetimes=SHORT) as one,
        House(store, exclusive=False, lifetimes=SHORT) as other,
    ):
        table = await one.table()
        await one.person("Ann").watch(table)
        await passes(60 * MINUTE_MS)
        assert await is_stored(other, table) and one.hub.live(table) is not None


@virtual
async def test_a_repeated_request_opens_a_removed_table_again() -> None:
    async with House(lifetimes=SHORT) as house:
        wish = Open(game="bridge", id=5)
        first = await house.person("Host").ask(wish)
        leave(house)
        await passes(15 * MINUTE_MS)
        assert isinstance(first, Done) and first.table is not None and not await is_stored(house, first.table)
        again = await house.person("Host").ask(wish)
        assert isinstance(again, Done) and again.table == first.table and await is_stored(house, first.table)


@virtual
async def test_a_table_being_removed_is_unavailable_while_the_store_is_slow() -> None:
    async with House(lifetimes=SHORT) as house:
        table = await house.table()
        house.hub.keeper._removing.add(table)
        await until(lambda: house.room(table).idle)
        leave(house)
        await passes(IDLE_MS + MINUTE_MS)
        ann = house.person("Ann")
        refused = await ann.ask(Watch(table=table, id=1))
        assert isinstance(refused, Refused) and refused.code == "unavailable" and refused.retry_ms


@virtual
async def test_a_table_that_meets_a_fault_keeps_no_other_from_removing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with House(lifetimes=SHORT) as house:
        broken, other = await house.table(), await house.table()
        wake = house.hub.room

        async def room(table: str) -> Any:
            if table == broken:
                raise LookupError("a fault of this server")
            return await wake(table)

        monkeypatch.setattr(house.hub, "room", room)
        await house.store.set_due(broken, 1)
        leave(house)
        await passes(25 * MINUTE_MS)
        assert await is_stored(house, broken) and not await is_stored(house, other)
