"""The draw of a round as a value: entries change places, and repeats are remarked on."""

from __future__ import annotations

import pytest

from server.events.movements.draws import Draw, Meeting, NoDraw, Remark, opponents, review, swap

FIRST = Draw(0, (Meeting(1, ("a", "b"), 0), Meeting(2, ("c", "d"), 0), Meeting(3, ("e", None), 0)))


def test_a_bye_is_a_meeting_without_an_opponent() -> None:
    assert FIRST.byes == ("e",)
    assert [meeting.bye for meeting in FIRST.meetings] == [None, None, "e"]
    assert Meeting(1, (None, "a"), 0).bye == "a"
    assert Meeting(1, ("a",), 0).bye is None and Meeting(1, ("a",), 0).entries == ("a",)


def test_the_opponents_of_an_entry_are_listed_by_round() -> None:
    second = Draw(1, (Meeting(1, ("e", "a"), 1), Meeting(2, ("b", None), 1)))
    assert list(opponents((FIRST, second), "e")) == [(0, None), (1, "a")]
    assert list(opponents((FIRST, second), "b")) == [(0, "a"), (1, None)]


def test_two_entries_change_places() -> None:
    swapped = swap(FIRST, "b", "e")
    assert [meeting.sides for meeting in swapped.meetings] == [("a", "e"), ("c", "d"), ("b", None)]
    assert swap(swapped, "e", "b") == FIRST
    assert swap(FIRST, "a", "b").meetings[0].sides == ("b", "a")


def test_an_entry_that_is_not_drawn_changes_no_places() -> None:
    with pytest.raises(NoDraw, match="expected an entry of round 1, got z") as refused:
        swap(FIRST, "a", "z")
    assert refused.value.reason == "unknown_entry"


def test_a_review_names_the_latest_round_that_is_repeated() -> None:
    again = Draw(2, (Meeting(1, ("b", "a"), 2), Meeting(2, ("c", "e"), 2), Meeting(3, ("d", None), 2)))
    assert review(again, (FIRST,)) == (Remark("rematch", ("b", "a"), 0),)
    assert review(again, (FIRST, Draw(1, FIRST.meetings))) == (Remark("rematch", ("b", "a"), 1),)
    third = Draw(3, (Meeting(1, ("e", None), 3), Meeting(2, ("f", None), 3)))
    assert review(third, (FIRST, again), late=frozenset("f")) == (
        Remark("second_bye", ("e",), 0),
        Remark("late_bye", ("f",)),
    )


def test_a_review_looks_at_earlier_rounds_only() -> None:
    assert review(FIRST, (FIRST, Draw(5, FIRST.meetings))) == ()
