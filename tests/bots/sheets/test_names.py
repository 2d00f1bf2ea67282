"""The names of people as a client shows them."""

from __future__ import annotations

from bots.sheets.names import name_shown
from protocol.v1.updates import Said, SeatRow


def test_a_name_is_shown_with_the_mark_that_tells_two_people_of_one_name_apart() -> None:
    assert name_shown(SeatRow(0, "Ann", player="3f2a77", mark="3f2a")) == "Ann (3f2a)"
    assert name_shown(Said(name="Ann", text="hello", at_ms=0, mark="9c01")) == "Ann (9c01)"
    assert name_shown(SeatRow(1, "Bob", player="77777a")) == "Bob"
