"""The lobby: open tables by pages, awake or asleep."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.v1.requests import Delay, Host, PerBoard, PerMove, Policy
from server.hub.hub import IDLE_MS
from server.hub.lobby import PAGE
from tests.later_store import LaterStore
from tests.rooms import House
from tests.virtual import now_ms, passes, until, virtual


async def asleep(house: House, table: str) -> None:
    """Disconnect all people and wait until the table sleeps."""
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
        first, cursor = await house.hub.lobby.page(None, None, None)
        rest, end = await house.hub.lobby.page(None, None, cursor)
        assert [row.table for row in (*first, *rest)] == [each for each in tables if each != tables[3]]
        assert (len(first), end) == (PAGE, None)
        open_one = named[tables[5]]
        assert [row.name for row in (await house.hub.lobby.page("bridge", open_one.lower(), None))[0]] == [
            open_one
        ]
        assert await house.hub.lobby.page("chess", None, None) == ([], None)


@virtual
async def test_the_lobby_knows_the_tables_that_sleep_and_forgets_the_closed() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        sleeps, closed = await before.table(name="sleeps"), await before.table(name="closed")
        await before.person("Host").ask(Host(table=closed, terminate=True, id=1))
        await asleep(before, closed)
        await passes(1_100)
        assert [row.table for row in (await before.hub.lobby.page(None, None, None))[0]] == [sleeps]
    async with House(store) as after:
        await passes(1_100)
        assert [row.name for row in (await after.hub.lobby.page(None, None, None))[0]] == ["sleeps"]


@virtual
async def test_the_list_is_read_again_if_the_store_was_away_at_the_start() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        await before.table(name="sleeps")
    async with House(store) as after:
        store.away = True
        await passes(1_000)
        store.come_back()
        await passes(3_000)
        assert [row.name for row in (await after.hub.lobby.page(None, None, None))[0]] == ["sleeps"]


@pytest.mark.parametrize("access", ["private", "invited"])
def test_a_table_that_is_not_open_to_all_is_in_no_list_awake_asleep_or_after_a_restart(access: Any) -> None:
    @virtual
    async def run() -> None:
        store = LaterStore(now_ms)
        async with House(store) as before:
            shown, hidden = await before.table(), await before.table(policy=Policy(access=access))
            await passes(1_100)
            assert [row.table for row in (await before.hub.lobby.page(None, None, None))[0]] == [shown]
            assert await before.hub.lobby.page(None, hidden, None) == ([], None)
            await asleep(before, hidden)
            await passes(1_100)
            assert [row.table for row in (await before.hub.lobby.page(None, None, None))[0]] == [shown]
        async with House(store) as after:
            await passes(1_100)
            assert [row.table for row in (await after.hub.lobby.page(None, None, None))[0]] == [shown]

    run()


@virtual
async def test_a_table_is_listed_as_long_as_its_policy_opens_it_to_all() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        opens, closes = await before.table(policy=Policy(access="private")), await before.table()
        host = before.person("Host")
        await host.ask(Host(table=opens, policy=Policy(access="open"), id=1))
        await host.ask(Host(table=closes, policy=Policy(access="invited"), id=2))
        await passes(1_100)
        assert [row.table for row in (await before.hub.lobby.page(None, None, None))[0]] == [opens]
    async with House(store) as after:
        await passes(1_100)
        assert [row.table for row in (await after.hub.lobby.page(None, None, None))[0]] == [opens]


async def listed(house: House, cursor: str | None = None) -> tuple[list[str], str | None]:
    """Return the ids on a page and the cursor of the next page."""
    rows, following = await house.hub.lobby.page(None, None, cursor)
    return [row.table for row in rows], following


@virtual
async def test_tables_with_people_come_first_the_busiest_before_the_others() -> None:
    async with House() as house:
        empty, one, two = sorted([await house.table() for _ in range(3)])
        for table, names in ((one, ("Ann",)), (two, ("Ann", "Bob"))):
            for name in names:
                await house.person(name).watch(table)
        await passes(1_100)
        assert (await listed(house))[0] == [two, one, empty]


@virtual
async def test_the_pages_of_a_cursor_show_one_moment_despite_changes() -> None:
    async with House() as house:
        tables = [await house.table() for _ in range(2 * PAGE + 10)]
        await passes(1_100)
        first, cursor = await listed(house)
        for table in sorted(tables)[-5:]:
            await house.person("Ann").watch(table)  # these tables come first now
        closed = sorted(tables)[-6]
        await house.person("Host").ask(Host(table=closed, terminate=True, id=1))
        await house.table()
        await passes(5_000)
        second, again = await listed(house, cursor)
        third, end = await listed(house, again)
        assert [*first, *second, *third] == [table for table in sorted(tables) if table != closed]
        assert end is None
        assert cursor is not None and not any(table in cursor for table in tables)


@virtual
async def test_a_cursor_of_a_dropped_list_continues_at_its_index() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        tables = sorted([await before.table() for _ in range(PAGE + 5)])
        await passes(1_100)
        _, cursor = await listed(before)
    async with House(store) as after:
        await passes(1_100)
        assert await listed(after, cursor) == (tables[PAGE:], None)


@pytest.mark.parametrize("cursor", ["", "no cursor", "=", "x" * 100, "é", "LTU6YQ"])
def test_what_is_no_cursor_begins_at_the_first_page(cursor: str) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            table = await house.table()
            await passes(1_100)
            assert await listed(house, cursor) == ([table], None)

    run()


@virtual
async def test_a_row_shows_the_visibility_of_hands_awake_asleep_and_after_a_restart() -> None:
    store, late = LaterStore(now_ms), Policy(delay=Delay(ms=60_000))
    async with House(store) as before:
        table = await before.table(policy=late)
        await before.person("Host").ask(Host(table=table, directors=("p-Dir",), id=1))
        await passes(1_100)
        (awake,), _ = await before.hub.lobby.page(None, None, None)
        await asleep(before, table)
        await passes(1_100)
        (sleeps,), _ = await before.hub.lobby.page(None, None, None)
    async with House(store) as after:
        await passes(1_100)
        (again,), _ = await after.hub.lobby.page(None, None, None)
    for row in (awake, sleeps, again):
        assert (row.hands, row.delay, row.directors) == ("after", Delay(ms=60_000), ("p-Dir",))


@virtual
async def test_a_zero_delay_is_listed_as_live_hands() -> None:
    async with House() as house:
        table = await house.table(policy=Policy(delay=Delay()))
        await passes(1_100)
        (row,), _ = await house.hub.lobby.page(None, None, None)
        people = house.room(table).viewers.presence.people(house.room(table).table)
        assert (row.hands, row.delay) == (people.hands, people.delay) == ("live", None)


@virtual
async def test_a_row_has_the_clock_rule_of_the_table_awake_asleep_and_after_a_restart() -> None:
    store, rule = LaterStore(now_ms), PerMove(move_ms=20_000)
    async with House(store) as before:
        usual, timed = await before.table(policy=Policy()), await before.table(policy=Policy(clock=rule))
        rules = {row.table: row.clock for row in (await before.hub.lobby.page(None, None, None))[0]}
        awake = before.hub.live(usual)
        assert awake is not None
        assert rules == {usual: awake.table.clock.rules, timed: rule}
        assert isinstance(rules[usual], PerBoard)
        await asleep(before, timed)
        await passes(1_100)
        [row] = (await before.hub.lobby.page(None, timed, None))[0]
        assert row.clock == rule
    async with House(store) as after:
        await passes(1_100)
        [row] = (await after.hub.lobby.page(None, timed, None))[0]
        assert row.clock == rule
