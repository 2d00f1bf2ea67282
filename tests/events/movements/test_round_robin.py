"""The round robin: each entry meets each other one once in each leg, evenly at home."""

from __future__ import annotations

from collections import Counter

import pytest

from server.events.movements.asked import Asked
from server.events.movements.drawing import draw
from server.events.movements.draws import Draw, NoDraw
from tests.events.movements.invariants import check_no_repeat, check_places, meetings_of


def league(entries: int, legs: int = 1, rounds: int | None = None) -> list[Draw]:
    names = tuple(f"t{number:02}" for number in range(entries))
    rounds = rounds or (entries - 1 + entries % 2) * legs
    return [
        draw(Asked(movement="round_robin", round=number, rounds=rounds, numbers=names, legs=legs))
        for number in range(rounds)
    ]


@pytest.mark.parametrize("entries", range(2, 65))
def test_each_entry_meets_each_other_one_and_at_most_one_bye(entries: int) -> None:
    draws = league(entries)
    for each in draws:
        check_places(each, [f"t{number:02}" for number in range(entries)])
        assert len(each.byes) == entries % 2
    check_no_repeat(draws)
    assert len(meetings_of(draws)) == entries * (entries - 1) // 2 + entries * (entries % 2)


@pytest.mark.parametrize("entries", [2, 3, 4, 5, 8, 9, 16])
def test_entries_are_on_both_sides_as_often(entries: int) -> None:
    sides = Counter(
        (entry, side)
        for each in league(entries)
        for meeting in each.meetings
        if meeting.bye is None
        for side, entry in enumerate(meeting.entries)
    )
    for number in range(entries):
        assert abs(sides[f"t{number:02}", 0] - sides[f"t{number:02}", 1]) <= 1


def test_the_second_leg_repeats_the_first_with_the_sides_exchanged() -> None:
    draws = league(6, legs=2)
    assert len(draws) == 10
    for one, other in zip(draws[:5], draws[5:], strict=True):
        assert [meeting.sides for meeting in other.meetings] == [m.sides[::-1] for m in one.meetings]
        assert one.remarks == other.remarks == ()


def test_more_rounds_than_opponents_are_refused() -> None:
    with pytest.raises(NoDraw) as refused:
        league(6, rounds=6)
    assert refused.value.reason == "too_many_rounds"
    with pytest.raises(NoDraw) as refused:
        league(1, rounds=1)
    assert refused.value.reason == "too_few"
