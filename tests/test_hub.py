"""All the tables of a process: opened once, woken, put to sleep, lost, held, set aside."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from protocol.v1.bridge import Call, MakeCall
from protocol.v1.requests import Host, Open, PerMove, Policy, Sit, Watch
from protocol.v1.updates import Done, Notice, Refused, View
from server import entries
from server.entries import Credited
from server.hub import DEAD_MS, HOLD_MS, IDLE_MS
from server.lobby import PAGE
from server.people import Player
from tests.later_store import LaterStore
from tests.rooms import House, Person, as_sent, play_on
from tests.virtual import now_ms, passes, until, virtual

PASS = as_sent(MakeCall(Call.PASS))
HURRIED = Policy(clock=PerMove(30_000))


def opening(id: int, **wishes: Any) -> Open:
    return Open(game="bridge", id=id, **wishes)


async def dealt(house: House, policy: Policy = HURRIED) -> tuple[str, list[Person]]:
    """A table with four players, North to call."""
    table = await house.table(policy=policy)
    players = await house.four(table)
    await until(lambda: house.room(table).table.state.to_act())
    return table, players


async def asleep(house: House, table: str) -> None:
    """Everybody leaves, and the table goes to sleep."""
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
async def test_without_an_id_every_table_is_another() -> None:
    async with House() as house:
        ann = house.person("Ann")
        ann.tell(opening(0))
        ann.tell(opening(0))
        await passes(100)
        assert len({done.table for done in ann.of(Done)}) == 2


@virtual
async def test_two_who_open_the_same_table_at_once_get_one() -> None:
    async with House() as house:
        doors = [house.person("Ann") for _ in range(5)]
        answers = await asyncio.gather(*(door.ask(opening(7)) for door in doors))
        assert len({answer.table for answer in answers if isinstance(answer, Done)}) == 1
        assert len(house.hub.rooms) == 1


@virtual
async def test_opening_a_table_again_leaves_it_as_it_is() -> None:
    async with House() as house:
        table, _ = await dealt(house)
        before = house.room(table).table
        await house.hub.open_as(table, "p-Host", opening(1), before.game.options(), ())
        assert house.room(table).table is before


@virtual
async def test_only_a_player_with_a_token_opens_tables() -> None:
    async with House() as house:
        answer = await house.person().ask(opening(7))
        assert isinstance(answer, Refused) and answer.code == "unauthorized"


@virtual
async def test_a_table_that_nobody_follows_sleeps_and_wakes_under_a_new_epoch() -> None:
    async with House() as house:
        table = await house.table()
        epoch = (await house.person().watch(table)).epoch
        await asleep(house, table)
        assert (await house.person().watch(table)).epoch != epoch


@virtual
async def test_a_table_that_is_followed_or_whose_clock_runs_does_not_sleep() -> None:
    async with House() as house:
        followed = await house.table()
        await house.person().watch(followed)
        timed, players = await dealt(house, policy=Policy(clock=PerMove(10 * IDLE_MS)))
        for player in players:
            player.hang_up()
        await passes(5 * IDLE_MS)
        assert house.hub.live(followed) is not None and house.hub.live(timed) is not None


@virtual
async def test_many_who_come_at_once_wake_a_table_once() -> None:
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
        table, players = await dealt(before)
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
async def test_done_of_watch_tells_the_last_applied_number_also_after_a_restart() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        table, players = await dealt(before)
        await play_on(before, table, players, 5)
    async with House(store) as after:
        east, stranger = after.person("East"), after.person("Stranger")
        await east.watch(table, "seat")
        await stranger.watch(table)
        assert [done.n for person in (east, stranger) for done in person.of(Done)] == [2, 0]


@virtual
async def test_there_is_no_table_that_nobody_opened() -> None:
    async with House() as house:
        answer = await house.person("Ann").sit("nowhere", 0)
        assert isinstance(answer, Refused) and answer.code == "no_such_table"


@pytest.mark.parametrize(
    "poison", [b"", b"\xc1", b"\x81\xa1t\xa3act", entries.encode(Credited(at_ms=0, ms=1))]
)
def test_a_table_whose_log_does_not_fold_is_set_aside_alone(poison: bytes, caplog: Any) -> None:
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
    assert "does not fold" in caplog.text and "Traceback" not in caplog.text


@virtual
async def test_rules_that_a_server_does_not_have_are_told_as_such() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        table = await before.table()
    async with House(store, games={}) as after:
        answer = await after.person("Ann").sit(table, 0)
        assert isinstance(answer, Refused) and (answer.code, answer.retry_ms) == ("unavailable", 5_000)


@virtual
async def test_a_table_of_a_living_hub_is_left_to_it_and_a_dead_ones_is_taken_over() -> None:
    store = LaterStore(now_ms)
    first = House(store, exclusive=False)
    await first.hub.start()
    async with House(store, exclusive=False) as second:
        table = await first.table(policy=HURRIED)
        await passes(DEAD_MS + 1_000)
        ann = second.person("Ann")
        refused = await ann.sit(table, 0)
        assert isinstance(refused, Refused) and refused.code == "unavailable"
        await first.hub.stop()
        await passes(DEAD_MS + 1_000)
        assert isinstance(await ann.sit(table, 0), Done)


@virtual
async def test_a_hub_that_was_cut_off_itself_deposes_nobody() -> None:
    store = LaterStore(now_ms)
    async with House(store, exclusive=False) as first:
        table = await first.table()
    await passes(DEAD_MS)
    async with House(store, exclusive=False) as second:
        refused = await second.person("Ann").sit(table, 0)
        assert isinstance(refused, Refused) and refused.code == "unavailable"
        await passes(DEAD_MS + 1_000)
        assert isinstance(await second.person("Ann").sit(table, 0), Done)


@virtual
async def test_an_outage_is_credited_to_the_clock_of_a_table_taken_over() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        table, _ = await dealt(before)
        left_ms = before.room(table).table.clock.remaining(now_ms())
    await passes(25_000)
    async with House(store) as after:
        await after.person().watch(table)
        assert abs(after.room(table).table.clock.remaining(now_ms()) - left_ms) < 1_000  # type: ignore[operator]


@virtual
async def test_a_table_that_somebody_else_claimed_is_followed_to_where_it_is() -> None:
    async with House() as house:
        table, (north, east, *_) = await dealt(house)
        epoch = east.tables[table].epoch
        for person in (north, east):
            person.forget()
        house.store.steal(table)
        north.act(table, 1, PASS)
        assert north.refusal() == "unavailable"
        await until(lambda: east.of(View))
        assert [notice.kind for notice in east.of(Notice)] == ["hold", "go"]
        assert east.tables[table].epoch != epoch and east.tables[table].audience == "seat"
        north.act(table, 1, PASS)
        await passes(100)
        assert north.of(Done)[-1].n == 1


@virtual
async def test_where_the_log_is_another_the_stores_counts() -> None:
    async with House() as house:
        table, players = await dealt(house)
        await play_on(house, table, players, 3)
        stored = await house.store.load(table)
        assert stored is not None
        house.store.rewrite(table, stored.entries[:-2])
        players[3].act(table, 1, PASS)
        assert players[3].refusal() == "unavailable"
        await passes(1_000)
        assert house.room(table).table.decision == "0.1"
        assert players[3].tables[table].pub["calls"] == {0: "P"}


@virtual
async def test_who_lost_the_seat_with_the_log_follows_in_public() -> None:
    async with House() as house:
        table, players = await dealt(house)
        stored = await house.store.load(table)
        assert stored is not None
        house.store.rewrite(table, stored.entries[:4])
        players[0].act(table, 1, PASS)
        await passes(1_000)
        audiences = [player.tables[table].audience for player in players]
        assert audiences == ["seat", "seat", "seat", "public"]
        assert players[3].tables[table].epoch == players[0].tables[table].epoch


@virtual
async def test_without_the_store_nothing_is_said_but_hold() -> None:
    async with House() as house:
        table, (north, *_) = await dealt(house)
        north.forget()
        house.store.away = True
        await passes(HOLD_MS + 1_000)
        assert [notice.kind for notice in north.of(Notice)] == ["hold"]
        north.forget()
        north.act(table, 1, PASS)
        assert north.refusal() == "unavailable"
        late = house.person("Late")
        for request in (Watch(table=table, id=1), Sit(table=table, seat=0, id=2), opening(3)):
            answer = await late.ask(request)
            assert isinstance(answer, Refused) and answer.code == "unavailable" and answer.retry_ms
        assert [notice.kind for notice in late.of(Notice)] == ["hold"] and not late.of(View)


@virtual
async def test_when_the_store_is_back_everything_goes_on_and_the_time_is_given_back() -> None:
    async with House() as house:
        table, (north, *_) = await dealt(house)
        left_ms = house.room(table).table.clock.remaining(now_ms())
        north.forget()
        house.store.away = True
        await passes(120_000)
        assert house.room(table).table.decision == "0.0"
        house.store.come_back()
        await passes(1_500)
        assert [notice.kind for notice in north.of(Notice)] == ["hold", "go"]
        assert house.room(table).table.decision == "0.0"
        assert abs(house.room(table).table.clock.remaining(now_ms()) - left_ms) < 4_000  # type: ignore[operator]
        north.act(table, 1, PASS)
        await passes(10)
        assert north.of(Done)[-1].n == 1
        await passes(35_000)
        assert house.room(table).table.decision == "0.2"


@virtual
async def test_what_was_in_flight_when_the_store_went_away_is_answered_when_it_is_back() -> None:
    async with House() as house:
        table, (north, east, *_) = await dealt(house)
        north.forget()
        house.store.away = True
        north.act(table, 1, PASS)
        east.act(table, 1, PASS, decision="0.1")
        await passes(10_000)
        assert not north.of(Done, Refused)
        epoch = east.tables[table].epoch
        house.store.come_back()
        await passes(3_000)
        assert [done.n for done in north.of(Done)] == [1]
        assert house.room(table).table.decision == "0.2" and east.tables[table].epoch == epoch


@virtual
async def test_what_becomes_durable_while_the_tables_are_read_again_is_no_other_log() -> None:
    async with House() as house:
        table, (north, *_) = await dealt(house)
        epoch = north.tables[table].epoch
        house.store.away = True
        north.act(table, 1, PASS)
        await passes(10_000)
        house.store.prompt = False
        house.store.while_loading = lambda: house.store.waiting and house.store.answer()
        house.store.come_back()
        await passes(1_000)
        assert north.of(Done)[-1].n == 1
        assert north.tables[table].epoch == epoch and house.hub.live(table) is not None


@virtual
async def test_a_table_that_was_claimed_during_the_outage_is_let_go() -> None:
    async with House() as house:
        table, (north, *_) = await dealt(house)
        epoch = north.tables[table].epoch
        house.store.away = True
        await passes(HOLD_MS + 1_000)
        house.store.steal(table)
        house.store.come_back()
        await passes(3_000)
        assert north.tables[table].epoch != epoch


@virtual
async def test_the_lobby_lists_open_tables_by_pages() -> None:
    async with House() as house:
        tables = sorted([await house.table(name=f"No. {number}") for number in range(PAGE + 20)])
        await house.person("Host").ask(Host(table=tables[3], terminate=True, id=1))
        await passes(1_100)
        first, cursor = house.hub.lobby.page(None, None, None)
        rest, end = house.hub.lobby.page(None, None, cursor)
        assert [row.table for row in (*first, *rest)] == [each for each in tables if each != tables[3]]
        assert (len(first), end) == (PAGE, None)
        assert [row.name for row in house.hub.lobby.page("bridge", "no. 17", None)[0]] == ["No. 17"]
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


def test_a_hub_on_an_empty_store_has_no_host_but_the_one_it_is_told() -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            await house.hub.open_as("house", "", opening(0), house.hub.games["bridge"].options(), ())
            for who in (house.person("Ann"), house.person()):
                answer = await who.ask(Host(table="house", terminate=True, id=1))
                assert isinstance(answer, Refused) and answer.code == "forbidden"

    run()
    assert Player("").id == ""
