"""The alarm: one timer that is set many times."""

from __future__ import annotations

import pytest

from server.hub.services import Alarm
from tests.rooms import House
from tests.virtual import now_ms, passes, virtual


def rung_times() -> tuple[list[int], Alarm]:
    """Return a list of the times at which an alarm rings, and the alarm."""
    times: list[int] = []
    return times, Alarm(House().services.timers, lambda: times.append(now_ms()))


@virtual
async def test_an_alarm_rings_once_at_its_time() -> None:
    times, alarm = rung_times()
    due_ms = now_ms() + 500
    alarm.set(due_ms)
    await passes(2_000)
    assert times == [due_ms]


@virtual
async def test_an_earlier_time_replaces_a_later_time() -> None:
    times, alarm = rung_times()
    start_ms = now_ms()
    alarm.set(start_ms + 900)
    alarm.set(start_ms + 300)
    await passes(2_000)
    assert times == [start_ms + 300]


@virtual
async def test_a_later_time_leaves_an_earlier_time_as_it_is() -> None:
    times, alarm = rung_times()
    start_ms = now_ms()
    alarm.set(start_ms + 300)
    alarm.set(start_ms + 900)
    await passes(2_000)
    assert times == [start_ms + 300]


@virtual
async def test_no_time_stops_the_alarm() -> None:
    times, alarm = rung_times()
    alarm.set(now_ms() + 300)
    alarm.set(None)
    alarm.stop()
    await passes(2_000)
    assert times == []


@virtual
async def test_an_alarm_that_has_rung_or_was_stopped_may_be_set_again() -> None:
    times, alarm = rung_times()
    start_ms = now_ms()
    alarm.set(start_ms + 100)
    await passes(200)
    alarm.set(start_ms + 700)
    alarm.stop()
    alarm.set(start_ms + 800)
    await passes(2_000)
    assert times == [start_ms + 100, start_ms + 800]


@virtual
async def test_an_alarm_says_if_it_rings_by_a_time() -> None:
    _, alarm = rung_times()
    assert not alarm.rings_by(now_ms() + 1_000)
    alarm.set(now_ms() + 300)
    assert alarm.rings_by(now_ms() + 300) and not alarm.rings_by(now_ms() + 299)
    await passes(400)
    assert not alarm.rings_by(now_ms() + 1_000)


@virtual
@pytest.mark.parametrize("late_ms", [0, 1, 60_000])
async def test_a_clock_that_is_not_behind_the_log_stays_as_it_is(late_ms: int) -> None:
    services = House().services
    assert services.after(now_ms() - late_ms, away_ms=5_000) is services


@virtual
async def test_a_clock_behind_the_log_starts_with_the_log_and_its_timers_follow_it() -> None:
    services = House().services
    logged_ms = now_ms() + 600_000
    table = services.after(logged_ms, away_ms=3_000)
    assert (table.now_ms(), table.ahead_ms) == (logged_ms + 3_000, 603_000)
    times: list[int] = []
    table.timers.at(logged_ms + 4_000, lambda: times.append(table.now_ms()))
    await passes(999)
    assert times == []
    await passes(1)
    assert times == [logged_ms + 4_000]
    cancel = table.timers.at(logged_ms + 5_000, lambda: times.append(0))
    cancel()
    table.timers.later(lambda: times.append(1))
    await passes(5_000)
    assert times == [logged_ms + 4_000, 1]
