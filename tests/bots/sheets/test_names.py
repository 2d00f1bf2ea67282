"""The names of people as a client shows them."""

from __future__ import annotations

from bots.sheets.names import name_shown, name_with_owner
from protocol.v1.updates import Said, SeatRow


def test_a_name_is_shown_with_the_mark_that_tells_two_people_of_one_name_apart() -> None:
    assert name_shown(SeatRow(0, "Ann", player="3f2a77", mark="3f2a")) == "Ann (3f2a)"
    assert name_shown(Said(name="Ann", text="hello", at_ms=0, mark="9c01")) == "Ann (9c01)"
    assert name_shown(SeatRow(1, "Bob", player="77777a")) == "Bob"


def test_a_robot_of_another_author_is_named_with_its_owner() -> None:
    assert name_with_owner(SeatRow(0, "Deep", player="b1", robot_of="Dora")) == "Deep, robot of Dora"
    said = Said(name="Deep", text="hello", at_ms=0, mark="9c01", robot_of="Dora")
    assert name_with_owner(said) == "Deep (9c01), robot of Dora"
    assert name_with_owner(SeatRow(1, "Bob", player="p1")) == "Bob"
