"""Fixed movements while entries withdraw and come late: no meeting is repeated, and few entries sit out."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.events.movements.asked import Asked, Movement
from server.events.movements.drawing import draw, most_rounds, seated
from server.events.movements.draws import Draw, Meeting, NoDraw
from tests.events.movements.invariants import check_no_repeat, check_places, meetings_of


def names(count: int) -> list[str]:
    return [f"p{number:02}" for number in range(count)]


def play(
    movement: Movement,
    entries: int,
    leaving: Mapping[int, list[str]],
    coming: Mapping[int, int],
    winners: int = 2,
) -> list[Draw]:
    """Play all rounds; late entries take free numbers, and are appended when there are none."""
    numbers = list(seated(movement, names(entries), "s", "listed"))
    places, rounds, draws, count = len(numbers), most_rounds(movement, entries) or 1, list[Draw](), entries
    for number in range(rounds):
        numbers = [None if entry in leaving.get(number, ()) else entry for entry in numbers]
        late = [f"p{count + each:02}" for each in range(coming.get(number, 0))]
        count += len(late)
        for entry in late:
            if None in numbers:
                numbers[numbers.index(None)] = entry
            else:
                numbers.append(entry)
        question = Asked(
            movement=movement,
            round=number,
            rounds=rounds,
            numbers=tuple(numbers),
            earlier=tuple(draws),
            at_start=places,
            late=frozenset(late if number else ()),
            winners=winners,
        )
        draws.append(draw(question))
        assert draws[-1] == draw(question)
        check_places(draws[-1], [entry for entry in numbers if entry is not None])
    return draws


def rematches(draws: list[Draw]) -> list[tuple[str, ...]]:
    return [pair for pair, often in meetings_of(draws).items() if often > 1 and len(pair) == 2]


CASES: list[tuple[Movement, int]] = [
    *(("mitchell", entries) for entries in (7, 8, 9, 10, 14)),
    *(("howell", entries) for entries in (6, 7, 8, 12)),
    *(("round_robin", entries) for entries in (5, 6, 9, 10)),
]


@pytest.mark.parametrize(("movement", "entries"), CASES)
def test_late_entries_join_in_any_round_without_a_rematch_or_a_second_bye(
    movement: Movement, entries: int
) -> None:
    for number in range(1, most_rounds(movement, entries) or 1):
        for late in (1, 2, 3):
            draws = play(movement, entries, {}, {number: late})
            check_no_repeat(draws)
            assert not any(each.remarks for each in draws)


@pytest.mark.parametrize(("movement", "entries"), CASES)
def test_the_rotation_holds_when_an_entry_withdraws_before_any_round(
    movement: Movement, entries: int
) -> None:
    for number in range(1, most_rounds(movement, entries) or 1):
        for gone in ("p00", "p01", f"p{entries - 1:02}"):
            draws = play(movement, entries, {number: [gone]}, {})
            assert rematches(draws) == []
            if entries % 2 == 0:
                check_no_repeat(draws)
                plan = play(movement, entries, {}, {})
                for was, now in zip(plan[number:], draws[number:], strict=True):
                    met = [tuple(side for side in meeting.sides if side != gone) for meeting in was.meetings]
                    assert [meeting.entries for meeting in now.meetings] == met


@pytest.mark.parametrize(("movement", "entries"), CASES)
def test_an_entry_takes_the_place_of_one_that_withdrew(movement: Movement, entries: int) -> None:
    for number in range(1, most_rounds(movement, entries) or 1):
        draws = play(movement, entries - entries % 2, {number: ["p02"]}, {number: 1})
        check_no_repeat(draws)
        assert not any(each.byes for each in draws)


@given(st.data())
@settings(max_examples=25)
def test_entries_come_and_go_in_any_way_without_a_rematch(data: st.DataObject) -> None:
    movement, entries = data.draw(st.sampled_from(CASES))
    rounds = most_rounds(movement, entries) or 1
    leaving: dict[int, list[str]] = {}
    for gone in data.draw(st.sets(st.sampled_from(names(entries)), max_size=3)):
        leaving.setdefault(data.draw(st.integers(0, rounds - 1)), []).append(gone)
    coming = data.draw(st.dictionaries(st.integers(1, rounds - 1), st.integers(1, 2), max_size=2))
    draws = play(movement, entries, leaving, coming, winners=data.draw(st.sampled_from([1, 2])))
    assert rematches(draws) == []


def test_two_that_sit_out_meet_each_other_if_they_can_until_the_end() -> None:
    """Of five tables, North-South of one and East-West of another are missing from the start."""
    numbers = list(names(10))
    numbers[2] = numbers[7] = ""
    present = tuple(entry or None for entry in numbers)
    draws: list[Draw] = []
    for number in range(3):
        draws.append(
            draw(Asked(movement="mitchell", round=number, rounds=3, numbers=present, earlier=tuple(draws)))
        )
    check_no_repeat(draws)
    assert [each.byes for each in draws] == [(), (), ()]


def test_boards_that_move_have_places_for_those_of_the_start_alone() -> None:
    numbers = (*names(6), "late")
    question = Asked(
        movement="mitchell", round=1, rounds=3, numbers=numbers, at_start=6, boards="moving", winners=2
    )
    with pytest.raises(NoDraw) as refused:
        draw(question)
    assert refused.value.reason == "no_place"
    gone = Asked(movement="mitchell", round=1, rounds=3, numbers=(*names(5), None), boards="moving")
    assert draw(gone).meetings[0] == Meeting(1, ("p00", None), 1)


def test_a_table_that_is_switched_stays_so_with_other_entries() -> None:
    draws = play("mitchell", 14, {}, {2: 2}, winners=1)
    norths = {f"p{number:02}" for number in range(0, 16, 2)}
    for each in draws:
        assert sum(meeting.switched for meeting in each.meetings) == 1
        for meeting in each.meetings:
            assert (meeting.sides[0] in norths) != meeting.switched
