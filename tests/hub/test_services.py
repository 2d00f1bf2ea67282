"""The alarm: one timer that is set many times."""

from __future__ import annotations

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
