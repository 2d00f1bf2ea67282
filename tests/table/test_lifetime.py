"""The time for which a table is kept after all people have left it."""

from __future__ import annotations

from protocol.v1.requests import NoClock, Policy
from server.table import table
from server.table.events import Closed, Hosted
from server.table.lifetime import DAY_MS, MINUTE_MS, Lifetimes, has_finished_deals, lifetime_ms
from server.table.table import Table
from tests.tables import NOON, PASS, act, dealt, opened, seated

USUAL = Lifetimes()
OVER = act(dealt(), PASS, PASS, PASS, PASS)


def kept_ms(at: Table, *, prepared: bool = False) -> int | None:
    return lifetime_ms(at, USUAL, prepared=prepared)


def test_minutes_where_no_deal_has_begun() -> None:
    assert kept_ms(opened()) == kept_ms(seated()) == 10 * MINUTE_MS


def test_a_day_where_people_are_waited_for() -> None:
    assert kept_ms(opened(), prepared=True) == DAY_MS
    for access in ("private", "invited"):
        assert kept_ms(opened(policy=Policy(access=access, clock=NoClock()))) == DAY_MS  # type: ignore[arg-type]
    for named in ({"invited": ("eve",)}, {"onlookers": ("eve",)}):
        assert kept_ms(table.fold(opened(), Hosted(at_ms=NOON, **named))) == DAY_MS


def test_a_week_once_a_deal_has_begun() -> None:
    assert (
        kept_ms(dealt())
        == kept_ms(OVER)
        == kept_ms(table.fold(OVER, table.next_deal(OVER, NOON)))
        == 7 * DAY_MS
    )


def test_a_closed_table_and_the_houses_own_for_ever() -> None:
    assert kept_ms(table.fold(OVER, Closed(at_ms=NOON, reason="over"))) is None
    house = table.fold(opened(), Hosted(at_ms=NOON, host=""))
    assert (kept_ms(house), kept_ms(house, prepared=True)) == (None, DAY_MS)


def test_finished_deals_are_those_of_earlier_boards_and_of_this_one_when_it_is_over() -> None:
    following = table.fold(OVER, table.next_deal(OVER, NOON))
    assert [has_finished_deals(at) for at in (opened(), dealt(), OVER, following)] == [
        False,
        False,
        True,
        True,
    ]
