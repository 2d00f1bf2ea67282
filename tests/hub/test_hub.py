"""The tables of a process: opened once, put to sleep, woken and quarantined."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from protocol.v1.bridge import Call, MakeCall, Options
from protocol.v1.requests import Host, Open, PerMove, Policy, Watch
from protocol.v1.updates import Done, Refused, View
from server.hub.hub import IDLE_MS
from server.table import events
from server.table.events import Credited
from server.table.player import Player
from tests.later_store import LaterStore
from tests.rooms import House, as_sent, play_on
from tests.virtual import now_ms, passes, until, virtual

PASS = as_sent(MakeCall(Call.PASS))
HURRIED = Policy(clock=PerMove(30_000))


def opening(id: int, **wishes: Any) -> Open:
    return Open(game="bridge", id=id, **wishes)


async def asleep(house: House, table: str) -> None:
    """Disconnect all people and wait until the table sleeps."""
    for person in house.clients:
        person.hang_up()
    await until(lambda: house.hub.live(table) is None, ms=10 * IDLE_MS)


@virtual
async def test_the_same_player_and_id_are_the_same_table() -> None:
    async with House() as house:
        ann, again, bob = house.person("Ann"), house.person("Ann"), house.person("Bob")
        first = await ann.ask(opening(7))
        assert await again.ask(opening(7)) == first
        assert (await bob.ask(opening(7))).table != first.table  # type: ignore[union-attr]
        assert (await ann.ask(opening(8))).table != first.table  # type: ignore[union-attr]


@virtual
async def test_a_hub_that_has_stopped_in_the_middle_of_its_work_has_no_task_left() -> None:
    async with House() as house:
        table = await house.table()
        await asleep(house, table)
        house.person("Ann").tell(Watch(table=table, id=1))
        await asyncio.sleep(0)
        assert any("Waking" in repr(task) for task in asyncio.all_tasks()), (
            "expected the table to be loaded now"
        )
        await house.hub.stop()
        assert asyncio.all_tasks() == {asyncio.current_task()}
        house.person("Bob").tell(Watch(table=table, id=1))
        await passes(100)
        assert house.hub.rooms == () and asyncio.all_tasks() == {asyncio.current_task()}


@virtual
async def test_without_an_id_every_table_is_another() -> None:
    async with House() as house:
        ann = house.person("Ann")
        ann.tell(opening(0))
        ann.tell(opening(0))
        await passes(100)
        assert len({done.table for done in ann.of(Done)}) == 2


@virtual
async def test_two_simultaneous_openings_of_the_same_table_make_one() -> None:
    async with House() as house:
        doors = [house.person("Ann") for _ in range(5)]
        answers = await asyncio.gather(*(door.ask(opening(7)) for door in doors))
        assert len({answer.table for answer in answers if isinstance(answer, Done)}) == 1
        assert len(house.hub.rooms) == 1


@virtual
async def test_opening_a_table_again_leaves_it_as_it_is() -> None:
    async with House() as house:
        table, _ = await house.dealt(HURRIED)
        before = house.room(table).table
        await house.hub.open_as(table, "p-Host", opening(1), before.game.options_type(), ())
        assert house.room(table).table is before


@virtual
async def test_only_a_player_with_a_token_opens_tables() -> None:
    async with House() as house:
        answer = await house.person().ask(opening(7))
        assert isinstance(answer, Refused) and answer.code == "unauthorized"


@virtual
async def test_a_table_without_viewers_sleeps_and_wakes_under_a_new_epoch() -> None:
    async with House() as house:
        table = await house.table()
        epoch = (await house.person().watch(table)).epoch
        await asleep(house, table)
        assert (await house.person().watch(table)).epoch != epoch


@virtual
async def test_a_table_with_viewers_or_a_running_clock_does_not_sleep() -> None:
    async with House() as house:
        followed = await house.table()
        await house.person().watch(followed)
        timed, players = await house.dealt(policy=Policy(clock=PerMove(10 * IDLE_MS)))
        for player in players:
            player.hang_up()
        await passes(5 * IDLE_MS)
        assert house.hub.live(followed) is not None and house.hub.live(timed) is not None


@virtual
async def test_many_simultaneous_visitors_wake_a_table_once() -> None:
    async with House() as house:
        table = await house.table()
        await asleep(house, table)
        crowd = [house.person() for _ in range(20)]
        shown = await asyncio.gather(*(person.watch(table) for person in crowd))
        assert len({view.epoch for view in shown}) == 1


@virtual
async def test_after_a_restart_everything_goes_on_under_a_new_epoch() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        table, players = await before.dealt(HURRIED)
        await play_on(before, table, players, 6)
        state = before.room(table).table.state
        known = players[1].tables[table]
    async with House(store) as after:
        assert not after.hub.rooms
        east = after.person("East")
        shown = await east.watch(table, "seat", epoch=known.epoch, version=known.version)
        assert shown.epoch != known.epoch and shown.halves == known.halves
        assert after.room(table).table.state == state
        assert len(east.of(View)) == 1
        again = [after.person(name) for name in ("North", "East", "South", "West")]
        await play_on(after, table, again, 8)


@virtual
async def test_the_answer_to_watch_has_the_last_applied_number_even_after_a_restart() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        table, players = await before.dealt(HURRIED)
        await play_on(before, table, players, 5)
    async with House(store) as after:
        east, stranger = after.person("East"), after.person("Stranger")
        await east.watch(table, "seat")
        await stranger.watch(table)
        assert [done.n for person in (east, stranger) for done in person.of(Done)] == [2, 0]


@virtual
async def test_a_table_that_was_not_opened_does_not_exist() -> None:
    async with House() as house:
        answer = await house.person("Ann").sit("nowhere", 0)
        assert isinstance(answer, Refused) and answer.code == "no_such_table"


@pytest.mark.parametrize(
    "poison", [b"", b"\xc1", b"\x81\xa1t\xa3act", events.encode(Credited(at_ms=0, ms=1))]
)
def test_a_table_with_a_log_that_does_not_fold_is_quarantined_alone(poison: bytes, caplog: Any) -> None:
    @virtual
    async def run() -> None:
        store = LaterStore(now_ms)
        async with House(store) as before:
            sick, sound = await before.table(), await before.table()
        store.rewrite(sick, (poison,))
        async with House(store) as after:
            eve = after.person("Eve")
            for _ in range(2):
                answer = await eve.sit(sick, 0)
                assert isinstance(answer, Refused) and answer.code == "internal" and answer.retry_ms is None
            assert isinstance(await eve.sit(sound, 0), Done)

    with caplog.at_level(logging.ERROR):
        run()
    assert "cannot be folded" in caplog.text and "Traceback" not in caplog.text


@virtual
async def test_a_table_with_unknown_rules_is_refused_with_this_reason() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        table = await before.table()
    async with House(store, games={}) as after:
        answer = await after.person("Ann").sit(table, 0)
        assert isinstance(answer, Refused) and (answer.code, answer.retry_ms) == ("unavailable", 5_000)


def test_a_table_on_an_empty_store_has_only_the_named_host() -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            await house.hub.open_as("house", "", opening(0), house.hub.games["bridge"].options_type(), ())
            for who in (house.person("Ann"), house.person()):
                answer = await who.ask(Host(table="house", terminate=True, id=1))
                assert isinstance(answer, Refused) and answer.code == "forbidden"

    run()
    assert Player("").id == ""


@virtual
async def test_a_table_that_is_asked_for_while_the_store_answers_late_is_opened_once() -> None:
    async with House() as house:
        create = house.store.create

        async def answers_late(*table: Any) -> bool:
            made = await create(*table)
            await passes(400)
            return made

        house.store.create = answers_late  # type: ignore[assignment, method-assign]  # the store answers late
        opened = asyncio.create_task(house.hub.open_as("late", "ann", Open(game="bridge"), Options(), ()))
        await passes(100)
        asked = await house.hub.handle("late")
        assert await opened == "late"
        assert house.hub.loaded("late") is asked
        assert house.room("late").table.roles.host == "ann"
