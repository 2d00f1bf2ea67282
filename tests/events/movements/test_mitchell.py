"""The Mitchell movement: its rotations, its boards, and its arrow switch."""

from __future__ import annotations

import pytest

from server.events.movements.asked import Asked, Boards
from server.events.movements.drawing import draw
from server.events.movements.draws import Draw, NoDraw
from server.events.movements.mitchell import most_rounds
from tests.events.movements.competition import spread
from tests.events.movements.invariants import check_boards, check_no_repeat, check_places, meetings_of


def numbers(tables: int) -> tuple[str, ...]:
    return tuple(f"{table}{side}" for table in range(1, tables + 1) for side in ("NS", "EW"))


def evening(tables: int, rounds: int, boards: Boards = "barometer", winners: int = 2) -> list[Draw]:
    return [
        draw(
            Asked(
                movement="mitchell",
                round=number,
                rounds=rounds,
                numbers=numbers(tables),
                boards=boards,
                winners=winners,
            )
        )
        for number in range(rounds)
    ]


@pytest.mark.parametrize("tables", range(2, 40))
def test_in_a_barometer_all_of_one_direction_meet_all_of_the_other_on_the_same_boards(tables: int) -> None:
    draws = evening(tables, tables)
    for number, each in enumerate(draws):
        check_places(each, numbers(tables))
        assert {meeting.boards for meeting in each.meetings} == {number}
    check_no_repeat(draws)
    assert len(meetings_of(draws)) == tables**2


@pytest.mark.parametrize(
    ("tables", "boards"),
    [
        *((tables, "moving") for tables in range(3, 22, 2)),
        *((tables, way) for tables in range(4, 22, 2) for way in ("skip", "share")),
    ],
)
def test_boards_that_move_come_to_each_pair_once(tables: int, boards: Boards) -> None:
    draws = evening(tables, most_rounds(tables, boards), boards)
    assert len(draws) == tables - (boards == "skip")
    for each in draws:
        check_places(each, numbers(tables))
    check_no_repeat(draws)
    check_boards(draws)
    shared = {meeting.table: meeting.boards for meeting in draws[0].meetings}
    assert len(set(shared.values())) == tables - (boards == "share")
    assert (shared[1] == shared[tables]) == (boards == "share")


def test_boards_that_move_need_a_movement_for_the_number_of_tables() -> None:
    for tables, boards in ((6, "moving"), (7, "skip"), (7, "share")):
        with pytest.raises(NoDraw) as refused:
            evening(tables, 3, boards)  # type: ignore[arg-type]  # mypy widens the literals of the loop
        assert refused.value.reason == "invalid"


def test_more_rounds_than_tables_are_refused() -> None:
    for tables, rounds, boards in ((5, 6, "barometer"), (8, 8, "skip")):
        with pytest.raises(NoDraw) as refused:
            evening(tables, rounds, boards)  # type: ignore[arg-type]  # mypy widens the literals of the loop
        assert refused.value.reason == "too_many_rounds"


@pytest.mark.parametrize(
    ("tables", "after"),
    [(7, 1.05), (8, 1.91), (9, 1.16), (10, 2.27), (11, 1.87), (12, 2.15), (13, 1.77)],
)
def test_an_arrow_switch_of_an_eighth_of_the_boards_makes_one_field_fair(tables: int, after: float) -> None:
    """The figures here and below were computed by another program."""
    assert spread(evening(tables, tables, winners=1)) == pytest.approx(after, abs=0.005)


def test_without_a_switch_one_field_is_unfair() -> None:
    assert spread(evening(9, 9)) == pytest.approx(4.49, abs=0.005)
    assert spread(evening(11, 11)) == pytest.approx(5.49, abs=0.005)
