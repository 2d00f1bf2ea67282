"""The server's clock never jumps, and its timers follow it through a suspension of the machine."""

from __future__ import annotations

import asyncio
import time
from itertools import pairwise
from typing import Any

import pytest

from server.deployment.clocks import (
    CALL_S,
    CALLED_AT_ONCE,
    DROPPED_AT_ONCE,
    TICK_MS,
    LoopTimers,
    ServerClock,
    clock_of_store,
    steady_ns,
)
from tests.machine import Machine
from tests.virtual import passes, virtual


def test_the_clock_begins_with_the_wall_time_in_milliseconds_since_1970() -> None:
    before = time.time() * 1000
    assert before - 1 <= ServerClock().now_ms() <= time.time() * 1000 + 1


def test_the_time_since_the_start_of_the_machine_never_goes_back() -> None:
    times = [steady_ns() for _ in range(100)]
    assert times == sorted(times) and times[0] > 0


@pytest.mark.skipif(not hasattr(time, "CLOCK_BOOTTIME"), reason="this system has no CLOCK_BOOTTIME")
def test_the_clock_counts_the_time_in_suspension() -> None:
    assert abs(steady_ns() - time.clock_gettime_ns(time.CLOCK_BOOTTIME)) < 1_000_000_000


@virtual
async def test_the_clocks_of_servers_on_different_machines_agree_if_they_share_a_store() -> None:
    store, young, old = Machine(), Machine(), Machine()
    old.sleep(3_600)

    async def time_ms() -> int:
        await passes(40)
        told_ms = store.clock().now_ms()
        await passes(40)
        return told_ms

    clocks = [await clock_of_store(time_ms, machine.since_ns) for machine in (young, old)]
    await passes(1_000)
    assert [clock.now_ms() for clock in clocks] == [store.clock().now_ms()] * 2


@virtual
@pytest.mark.parametrize("step_s", [10, -10, 600, -30, 7_200])
async def test_a_jump_of_the_wall_time_does_not_change_the_clock(step_s: int) -> None:
    machine = Machine()
    clock = machine.clock()
    started_ms = clock.now_ms()
    await passes(1_000)
    machine.step_wall_time(step_s)
    await passes(1_000)
    assert clock.now_ms() == started_ms + 2_000
    assert machine.clock().now_ms() == clock.now_ms() + step_s * 1_000, (
        "a new server starts with the new time"
    )


async def test_timers_call_back_in_the_order_of_their_times_and_a_cancelled_one_never() -> None:
    clock, called = ServerClock(), list[str]()
    timers, now_ms = LoopTimers(clock.now_ms), clock.now_ms()
    done = asyncio.Event()
    timers.at(now_ms + 40, done.set)
    timers.at(now_ms + 20, lambda: called.append("second"))
    timers.at(now_ms - 1_000, lambda: called.append("first"))
    timers.at(now_ms + 10, lambda: called.append("never"))()
    await done.wait()
    assert called == ["first", "second"]


async def test_a_callback_for_later_runs_after_the_present_one() -> None:
    called = list[str]()
    LoopTimers(ServerClock().now_ms).later(lambda: called.append("later"))
    called.append("now")
    await asyncio.sleep(0)
    assert called == ["now", "later"]


@virtual
async def test_a_timer_calls_back_at_its_time_to_the_millisecond() -> None:
    machine, called = Machine(), list[int]()
    clock = machine.clock()
    timers, now_ms = LoopTimers(clock.now_ms), clock.now_ms()
    for wait_ms in (2_750, 1, 999, 1_000, 60_000, 0):
        timers.at(now_ms + wait_ms, lambda: called.append(clock.now_ms() - now_ms))
    await passes(61_000)
    assert called == [0, 1, 999, 1_000, 2_750, 60_000]


@virtual
@pytest.mark.parametrize("asleep_s", [10, 600, 7_200])
async def test_after_a_suspension_due_callbacks_run_within_a_second_and_later_ones_at_their_time(
    asleep_s: int,
) -> None:
    machine, called = Machine(), list[str]()
    clock = machine.clock()
    timers, now_ms = LoopTimers(clock.now_ms), clock.now_ms()
    timers.at(now_ms + 8_000, lambda: called.append("due"))
    timers.at(now_ms + asleep_s * 1_000 + 5_000, lambda: called.append("later"))
    await passes(500)
    machine.sleep(asleep_s)
    await passes(TICK_MS)
    assert called == ["due"]
    await passes(5_000 - 500 - TICK_MS - 1)
    assert called == ["due"]
    await passes(1)
    assert called == ["due", "later"]


@virtual
async def test_all_callbacks_share_one_timer_of_the_event_loop_and_without_callbacks_it_has_none() -> None:
    timers, loop = LoopTimers(Machine().clock().now_ms), asyncio.get_running_loop()
    scheduled: list[Any] = loop._scheduled  # type: ignore[attr-defined]
    assert not scheduled
    cancels = [timers.at(1_900_000_000_000 + number, int) for number in range(100_000)]
    await passes(0)
    assert len([timer for timer in scheduled if not timer.cancelled()]) == 1
    for cancel in cancels:
        cancel()
    assert len(timers._heap) <= 2 * DROPPED_AT_ONCE
    await passes(TICK_MS)
    assert not [timer for timer in scheduled if not timer.cancelled()]


@virtual
async def test_many_due_callbacks_let_the_event_loop_work_between_them() -> None:
    machine, called, between = Machine(), list[int](), list[int]()
    clock = machine.clock()
    timers, now_ms = LoopTimers(clock.now_ms), clock.now_ms()
    for number in range(10 * CALLED_AT_ONCE):
        timers.at(now_ms, lambda number=number: called.append(number))  # type: ignore[misc]
    while len(called) < 10 * CALLED_AT_ONCE:
        await asyncio.sleep(0)
        between.append(len(called))
    assert called == sorted(called)
    assert max(more - less for less, more in pairwise(between)) <= CALLED_AT_ONCE


async def test_callbacks_that_take_long_let_the_event_loop_work_between_them() -> None:
    timers, called, between = LoopTimers(lambda: 0), [], []
    for number in range(6):
        timers.at(0, lambda number=number: (time.sleep(2 * CALL_S), called.append(number)))  # type: ignore[misc]
    while len(called) < 6:
        between.append(len(called))
        await asyncio.sleep(0)
    assert called == list(range(6))
    assert max(more - less for less, more in pairwise([*between, 6])) == 1


@virtual
async def test_an_error_in_a_callback_is_reported_and_stops_no_other_callback() -> None:
    machine, called, reported = Machine(), list[str](), list[dict[str, Any]]()
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: reported.append(context))
    clock = machine.clock()
    timers, now_ms = LoopTimers(clock.now_ms), clock.now_ms()

    def fail() -> None:
        raise ValueError("a fault")

    timers.at(now_ms + 10, fail)
    timers.at(now_ms + 10, lambda: called.append("next"))
    await passes(20)
    assert called == ["next"]
    assert [str(context["exception"]) for context in reported] == ["a fault"]


@virtual
async def test_a_callback_may_cancel_another_that_is_due_at_the_same_time() -> None:
    machine, called = Machine(), list[str]()
    clock = machine.clock()
    timers, now_ms = LoopTimers(clock.now_ms), clock.now_ms()
    timers.at(now_ms + 10, lambda: cancel())
    cancel = timers.at(now_ms + 10, lambda: called.append("cancelled"))
    await passes(20)
    assert called == []
