"""The Howell movement for 2 to 14 tables: all pairs meet, no boards come twice, directions are balanced."""

from __future__ import annotations

from collections import Counter

import pytest

from server.events.movements.asked import Asked, Boards
from server.events.movements.drawing import draw
from server.events.movements.draws import Draw, NoDraw
from server.events.movements.howell import LINE_UPS
from tests.events.movements.competition import competition
from tests.events.movements.invariants import check_boards, check_no_repeat, check_places, meetings_of


def evening(tables: int, boards: Boards = "barometer", rounds: int | None = None) -> list[Draw]:
    numbers = tuple(f"{number:02}" for number in range(1, 2 * tables + 1))
    rounds = rounds or 2 * tables - 1
    return [
        draw(Asked(movement="howell", round=number, rounds=rounds, numbers=numbers, boards=boards))
        for number in range(rounds)
    ]


@pytest.mark.parametrize("tables", range(2, 15))
def test_each_pair_meets_each_other_pair_once_on_boards_that_all_play(tables: int) -> None:
    draws = evening(tables)
    for number, each in enumerate(draws):
        check_places(each, [f"{pair:02}" for pair in range(1, 2 * tables + 1)])
        assert {meeting.boards for meeting in each.meetings} == {number}
    check_no_repeat(draws)
    assert len(meetings_of(draws)) == tables * (2 * tables - 1)


@pytest.mark.parametrize("tables", range(2, 15))
def test_boards_that_move_come_to_each_pair_once_and_to_one_table_at_a_time(tables: int) -> None:
    draws = evening(tables, "moving")
    check_no_repeat(draws)
    check_boards(draws)
    assert len(meetings_of(draws)) == tables * (2 * tables - 1)
    for each in draws:
        assert len({meeting.boards for meeting in each.meetings}) == (tables if tables > 3 else 1)
    assert {meeting.boards for each in draws for meeting in each.meetings} == set(range(2 * tables - 1))


PERFECT = {2, 4, 6, 8, 10, 12}
"""The numbers of tables whose line-up is perfect. An odd number cannot be: 2T must be divisible by 4."""


@pytest.mark.parametrize(
    ("tables", "boards"),
    [*((tables, "barometer") for tables in range(2, 15)), *((tables, "moving") for tables in range(4, 15))],
)
def test_any_two_pairs_compete_as_often_as_they_help_each_other(tables: int, boards: Boards) -> None:
    net = competition(evening(tables, boards), met_counts=False).values()
    off = Counter(abs(each) for each in net)
    if tables in PERFECT:
        assert set(off) == {0}
    elif tables == 14:
        assert set(off) == {0, 4} and off[4] == 27 * (2 if boards == "barometer" else 6)
    else:
        assert set(off) <= {0, 2}


KNOWN = {
    4: "8v1@1 2v4@3 3v7@5 5v6@2",
    5: "10v1@1 2v3@6 4v8@5 7v5@3 6v9@8",
    6: "12v1@1 2v3@4 4v7@10 5v9@2 6v11@5 10v8@6",
}
"""First rounds of movements in use, North-South, East-West and boards."""


@pytest.mark.parametrize("tables", sorted(KNOWN))
def test_the_first_rounds_are_those_in_use(tables: int) -> None:
    first = evening(tables, "moving")[0]
    lines = (f"{int(m.entries[0])}v{int(m.entries[1])}@{m.boards + 1}" for m in first.meetings)
    assert " ".join(lines) == KNOWN[tables]


def test_seven_tables_meet_as_in_the_movement_in_use_on_the_same_boards() -> None:
    known = "14v1@1 2v3@4 4v7@12 5v10@3 6v13@10 12v8@11 9v11@5"
    pairs = {frozenset((*each.split("@")[0].split("v"), f"@{each.split('@')[1]}")) for each in known.split()}
    first = evening(7, "moving")[0]
    assert pairs == {
        frozenset((*(str(int(entry)) for entry in m.entries), f"@{m.boards + 1}")) for m in first.meetings
    }


def test_the_last_pair_sits_still_and_the_others_move_up_by_one() -> None:
    for number, each in enumerate(evening(5)):
        assert each.meetings[0].sides == ("10", f"{number % 9 + 1:02}")


@pytest.mark.parametrize(
    ("tables", "boards", "rounds", "reason"),
    [
        (1, "barometer", 1, "too_few"),
        (15, "barometer", 9, "too_many_tables"),
        (4, "skip", 7, "invalid"),
        (4, "barometer", 8, "too_many_rounds"),
    ],
)
def test_what_has_no_line_up_is_refused(tables: int, boards: Boards, rounds: int, reason: str) -> None:
    with pytest.raises(NoDraw) as refused:
        evening(tables, boards, rounds)
    assert refused.value.reason == reason


def test_the_line_ups_are_for_2_to_14_tables() -> None:
    assert list(LINE_UPS) == list(range(2, 15))
