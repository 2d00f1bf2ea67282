"""The meetings of earlier rounds by entry."""

from __future__ import annotations

from server.events.movements.draws import Draw, Meeting
from server.events.movements.met import meetings


def test_meetings_and_byes_are_found_from_both_sides() -> None:
    draws = (
        Draw(0, (Meeting(1, ("a", "b"), 0), Meeting(2, ("c", None), 0))),
        Draw(2, (Meeting(1, ("b", "a"), 2), Meeting(2, (None, "c"), 2))),
    )
    assert meetings(draws) == {
        "a": {"b": [0, 2]},
        "b": {"a": [0, 2]},
        "c": {None: [0, 2]},
        None: {"c": [0, 2]},
    }


def test_entries_that_play_alone_meet_no_other_entry() -> None:
    assert meetings((Draw(0, (Meeting(1, ("a",), 0),)),)) == {}
