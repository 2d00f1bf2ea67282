"""Jumps of the wall time and suspensions of the machine: the table's times and the log go on.

A table lives in the real hub, with the clock and the timers of a real server. The tests move the machine's
wall time, its time since the start, and the event loop's time apart.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from protocol.v1.bridge import Call, MakeCall
from protocol.v1.requests import Delay, PerMove, Policy, Watch
from protocol.v1.updates import Done, Patch, Refused, View
from server.hub.contact import HOLD_MS
from server.table import events
from tests.later_store import LaterStore
from tests.machine import Machine
from tests.rooms import House, Person, as_sent
from tests.virtual import now_ms, passes, until, virtual

PASS = as_sent(MakeCall(Call.PASS))
MINUTE = Policy(clock=PerMove(60_000), pause_ms=8_000, hold_ms=20_000)
STEPS_S = [10, -10, 600, -30, 7_200]
AWAKE_MS = 2_000
"""The time after waking in which a hub notices the suspension, renews its heartbeat and goes on."""


async def pass_out(house: House, table: str, players: list[Person], n: int = 1) -> None:
    """End the deal with four passes."""
    for _ in players:
        (seat,) = house.room(table).table.to_act
        players[seat].act(table, n, PASS, house.room(table).table.decision)
        await passes(10)
    assert house.room(table).table.over


async def times_in_log(house: House, table: str) -> list[int]:
    """Return the times of all entries of the table's logs in order."""
    times: list[int] = []
    for deal in range(house.room(table).table.deal + 1):
        times += [events.decode(entry).at_ms for entry in await house.store.load_deal(table, deal)]
    return times


@virtual
@pytest.mark.parametrize("step_s", STEPS_S)
async def test_a_jump_of_the_wall_time_moves_no_next_deal_no_deadline_and_no_log(step_s: int) -> None:
    machine = Machine()
    async with House(clock=machine.clock()) as house:
        table, players = await house.dealt(MINUTE)
        deadline_ms = house.room(table).table.clock.deadline_ms()
        machine.step_wall_time(step_s)
        players[0].act(table, 1, PASS)
        await passes(10)
        assert house.room(table).table.clock.deadline_ms() == (deadline_ms or 0) + 10
        for number in (1, 2, 3):
            players[number].act(table, 1, PASS)
            await passes(10)
        machine.step_wall_time(step_s)
        await passes(MINUTE.pause_ms - 100)
        assert house.room(table).table.deal == 0
        await passes(200)
        assert house.room(table).table.deal == 1
        times = await times_in_log(house, table)
        assert all(earlier <= later for earlier, later in pairwise(times))
        assert times[-1] - times[0] < 10_000


@virtual
@pytest.mark.parametrize("asleep_s", [10, 600, 7_200])
async def test_after_a_suspension_in_the_pause_the_next_deal_comes_within_two_seconds(asleep_s: int) -> None:
    machine = Machine()
    async with House(clock=machine.clock()) as house:
        table, players = await house.dealt(MINUTE)
        await pass_out(house, table, players)
        await passes(100)
        machine.sleep(asleep_s)
        await passes(AWAKE_MS)
        assert house.room(table).table.deal == 1


@virtual
@pytest.mark.parametrize("asleep_s", [10, 600, 7_200])
async def test_a_suspension_costs_no_player_time_and_the_deadline_is_kept_after_it(asleep_s: int) -> None:
    machine = Machine()
    async with House(clock=machine.clock()) as house:
        table, (north, *_) = await house.dealt(MINUTE)
        await passes(30_000)
        machine.sleep(asleep_s)
        await passes(AWAKE_MS)
        at = house.room(table).table
        assert at.decision == "0.0"
        left_ms = at.clock.remaining(house.services.now_ms())
        assert left_ms is not None and 30_000 - AWAKE_MS - 1_000 <= left_ms <= 30_000
        shown = north.of(View, Patch)[-1]
        assert shown.deadline_ms == at.clock.deadline_ms()
        await passes(left_ms - 10)
        assert house.room(table).table.decision == "0.0"
        await passes(1_000)
        assert house.room(table).table.decision == "0.1", "expected North's time to run out at the deadline"


@virtual
async def test_a_suspension_is_no_absence() -> None:
    machine = Machine()
    async with House(clock=machine.clock()) as house:
        table, (_, east, *_) = await house.dealt(MINUTE)
        east.hang_up()
        await passes(5_000)
        machine.sleep(7_200)
        await passes(AWAKE_MS + 5_000)
        assert house.room(table).table.chairs[1].player == "p-East"
        await passes(15_000)
        assert house.room(table).table.chairs[1].player is None


@virtual
async def test_a_hub_that_wakes_up_holds_before_its_heartbeat_and_reads_its_tables_again() -> None:
    """Otherwise another hub could own a table meanwhile, and this one would speak for it."""
    machine, store = Machine(), LaterStore(now_ms)
    async with House(store, clock=machine.clock()) as house:
        table, (north, *_) = await house.dealt(MINUTE)
        holds: list[bool] = []
        house.hub.held.subscribe(holds.append)
        machine.sleep(HOLD_MS // 1_000 - 1)
        await passes(AWAKE_MS)
        assert holds == []
        machine.sleep(HOLD_MS // 1_000 + 1)
        north.act(table, 1, PASS)
        assert north.refusal() == "unavailable"
        await passes(AWAKE_MS)
        assert holds == [True, False]
        store.steal(table)
        machine.sleep(HOLD_MS // 1_000 + 1)
        await passes(AWAKE_MS)
        assert holds == [True, False] * 2
        assert house.hub.live(table) is not None, "expected the hub to claim the table again for its players"
        assert north.tables[table].epoch.split(".")[0] == house.room(table).token.partition(":")[2]


@virtual
@pytest.mark.parametrize("behind_s", [10, 30, 600, 7_200])
async def test_a_new_owner_with_a_clock_behind_the_log_goes_on_at_the_pace_of_the_log(behind_s: int) -> None:
    machine = Machine()
    store = LaterStore(now_ms)
    async with House(store, clock=machine.clock()) as before:
        table, players = await before.dealt(MINUTE)
        players[0].act(table, 1, PASS)
        await passes(10)
    machine.step_wall_time(-behind_s)
    async with House(store, clock=machine.clock()) as after:
        players = await back(after, table)
        room = after.room(table)
        assert room.table.decision == "0.1"
        assert 0 <= room.now_ms() - room.table.time_ms < 1_000
        left_ms = room.table.clock.remaining(room.now_ms())
        assert left_ms is not None and 58_000 < left_ms <= 60_000
        shown = players[1].of(View)[-1]
        assert shown.deadline_ms is not None and 58_000 < shown.deadline_ms - shown.now_ms <= 60_000
        assert abs(shown.now_ms - after.services.now_ms()) < 1_000, "frames have the time of the server"
        await passes(left_ms + 500)
        assert room.table.decision == "0.2", "expected East's time to run out a minute after North's call"
        players[2].act(table, 1, PASS, "0.2")
        await passes(10)
        patch = players[2].of(Patch)[-1]
        assert patch.deadline_ms == patch.now_ms + 60_000
        players[3].act(table, 1, PASS, "0.3")
        await passes(10)
        assert room.table.over
        patch = players[2].of(Patch)[-1]
        assert patch.next_deal_ms == patch.now_ms + MINUTE.pause_ms
        await passes(MINUTE.pause_ms + 500)
        assert room.table.deal == 1, "expected the next deal after the pause"
        times = await times_in_log(after, table)
        assert all(earlier <= later for earlier, later in pairwise(times))
        assert times[-1] - times[0] < 90_000


@virtual
async def test_a_tempo_goes_on_at_the_pace_of_the_log_too() -> None:
    machine, store = Machine(), LaterStore(now_ms)
    policy = Policy(clock=PerMove(60_000), tempo_ms=2_000)
    async with House(store, clock=machine.clock()) as before:
        table, players = await before.dealt(policy)
        await passes(2_000)
        players[0].act(table, 1, PASS)
        await passes(10)
    machine.step_wall_time(-600)
    async with House(store, clock=machine.clock()) as after:
        players = await back(after, table)
        players[1].act(table, 1, PASS, "0.1")
        await passes(2_500)
        assert players[1].of(Done)[-1].n == 1
        assert after.room(table).table.decision == "0.2"


@virtual
async def test_a_delayed_watcher_of_a_table_behind_its_log_sees_it_after_the_delay() -> None:
    machine, store = Machine(), LaterStore(now_ms)
    policy = Policy(clock=PerMove(60_000), delay=Delay(ms=60_000))
    async with House(store, clock=machine.clock()) as before:
        table, players = await before.dealt(policy)
        players[0].act(table, 1, PASS)
        await passes(10)
    machine.step_wall_time(-600)
    async with House(store, clock=machine.clock()) as after:
        players = await back(after, table)
        watcher = after.person()
        watcher.tell(Watch(table=table, as_="public"))
        await passes(30_000)
        assert table not in watcher.tables or not watcher.tables[table].pub["calls"]
        await passes(31_000)
        assert watcher.tables[table].pub["calls"] == {0: "P"}


async def back(house: House, table: str) -> list[Person]:
    """Return the four players, who follow the table again after a restart of the server."""
    players = [house.person(name) for name in ("North", "East", "South", "West")]
    for player in players:
        await player.watch(table, "seat")
    return players


@virtual
async def test_a_player_that_answers_during_the_hold_is_told_to_send_again() -> None:
    machine = Machine()
    async with House(clock=machine.clock()) as house:
        table, (north, *_) = await house.dealt(MINUTE)
        machine.sleep(600)
        north.act(table, 1, PASS)
        (refused,) = north.of(Refused)
        assert refused.code == "unavailable" and refused.retry_ms
        await passes(AWAKE_MS)
        await until(lambda: not house.hub.holding())
        north.act(table, 1, PASS)
        await passes(10)
        assert house.room(table).table.decision == "0.1"
