"""Timers call back on the event loop, at or after their wall time, unless they are cancelled."""

from __future__ import annotations

import asyncio
import time

from server.deployment.clocks import LoopTimers, boot_ms, now_ms


def test_wall_time_is_in_milliseconds_since_1970() -> None:
    before = time.time() * 1000
    assert before - 1 <= now_ms() <= time.time() * 1000 + 1


def test_the_time_since_the_start_of_the_machine_never_goes_back() -> None:
    times = [boot_ms() for _ in range(100)]
    assert times == sorted(times) and times[0] > 0


async def test_timers_call_back_in_the_order_of_their_times_and_a_cancelled_one_never() -> None:
    timers, called = LoopTimers(), list[str]()
    done = asyncio.Event()
    timers.at(now_ms() + 40, done.set)
    timers.at(now_ms() + 20, lambda: called.append("second"))
    timers.at(now_ms() - 1_000, lambda: called.append("first"))
    timers.at(now_ms() + 10, lambda: called.append("never"))()
    await done.wait()
    assert called == ["first", "second"]


async def test_a_callback_for_later_runs_after_the_present_one() -> None:
    called = list[str]()
    LoopTimers().later(lambda: called.append("later"))
    called.append("now")
    await asyncio.sleep(0)
    assert called == ["now", "later"]
