"""The lobby: open tables by pages, awake or asleep."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.v1.requests import Host, Policy
from server.hub.hub import IDLE_MS
from server.hub.lobby import PAGE
from tests.later_store import LaterStore
from tests.rooms import House
from tests.virtual import now_ms, passes, until, virtual


async def asleep(house: House, table: str) -> None:
    """Everybody leaves, and the table goes to sleep."""
    for person in house.clients:
        person.hang_up()
    await until(lambda: house.hub.live(table) is None, ms=10 * IDLE_MS)


@virtual
async def test_the_lobby_lists_open_tables_by_pages() -> None:
    async with House() as house:
        named = {
            await house.table(name=f"No. {number:02}"): f"No. {number:02}" for number in range(PAGE + 20)
        }
        tables = sorted(named)
        await house.person("Host").ask(Host(table=tables[3], terminate=True, id=1))
        await passes(1_100)
        first, cursor = house.hub.lobby.page(None, None, None)
        rest, end = house.hub.lobby.page(None, None, cursor)
        assert [row.table for row in (*first, *rest)] == [each for each in tables if each != tables[3]]
        assert (len(first), end) == (PAGE, None)
        open_one = named[tables[5]]
        assert [row.name for row in house.hub.lobby.page("bridge", open_one.lower(), None)[0]] == [open_one]
        assert house.hub.lobby.page("chess", None, None) == ([], None)


@virtual
async def test_the_lobby_knows_the_tables_that_sleep_and_forgets_the_closed() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        sleeps, closed = await before.table(name="sleeps"), await before.table(name="closed")
        await before.person("Host").ask(Host(table=closed, terminate=True, id=1))
        await asleep(before, closed)
        await passes(1_100)
        assert [row.table for row in before.hub.lobby.page(None, None, None)[0]] == [sleeps]
    async with House(store) as after:
        await passes(1_100)
        assert [row.name for row in after.hub.lobby.page(None, None, None)[0]] == ["sleeps"]


@virtual
async def test_a_store_that_was_away_at_the_start_is_asked_again() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        await before.table(name="sleeps")
    async with House(store) as after:
        store.away = True
        await passes(1_000)
        store.come_back()
        await passes(3_000)
        assert [row.name for row in after.hub.lobby.page(None, None, None)[0]] == ["sleeps"]


@pytest.mark.parametrize("access", ["private", "invited"])
def test_a_table_that_is_not_for_everybody_is_in_no_list_awake_asleep_or_after_a_restart(access: Any) -> None:
    @virtual
    async def run() -> None:
        store = LaterStore(now_ms)
        async with House(store) as before:
            shown, hidden = await before.table(), await before.table(policy=Policy(access=access))
            await passes(1_100)
            assert [row.table for row in before.hub.lobby.page(None, None, None)[0]] == [shown]
            assert before.hub.lobby.page(None, hidden, None) == ([], None)
            await asleep(before, hidden)
            await passes(1_100)
            assert [row.table for row in before.hub.lobby.page(None, None, None)[0]] == [shown]
        async with House(store) as after:
            await passes(1_100)
            assert [row.table for row in after.hub.lobby.page(None, None, None)[0]] == [shown]

    run()


@virtual
async def test_a_table_is_in_the_list_as_soon_as_and_as_long_as_its_policy_opens_it_to_everybody() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        opens, closes = await before.table(policy=Policy(access="private")), await before.table()
        host = before.person("Host")
        await host.ask(Host(table=opens, policy=Policy(access="open"), id=1))
        await host.ask(Host(table=closes, policy=Policy(access="invited"), id=2))
        await passes(1_100)
        assert [row.table for row in before.hub.lobby.page(None, None, None)[0]] == [opens]
    async with House(store) as after:
        await passes(1_100)
        assert [row.table for row in after.hub.lobby.page(None, None, None)[0]] == [opens]
