"""Tests of evenings that are counted again from their scores."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from server.records.bridge.evenings.evening import Board, Entrant, Evening, Match, Result
from server.records.bridge.evenings.recount import completed, recount
from tests.records.bridge.evenings.clubs import real, scores, two_tables


def lines(evening: Evening) -> int:
    """Return the number of lines of all travellers."""
    return sum(len(board.results) for board in evening.boards)


# The evenings of a real club, scored by the program Compscore


@pytest.mark.parametrize(("name", "number"), [("monday_open", 512), ("tuesday_rookie", 134)])
def test_every_line_of_two_real_evenings_has_the_matchpoints_of_its_score(name: str, number: int) -> None:
    evening = real(name)
    counted = recount(evening)
    told = [result.points for board in evening.boards for result in board.results]
    assert told == [points for board in counted.points for points in board]
    assert (len(told), counted.adjusted) == (number, frozenset())


@pytest.mark.parametrize("name", ["monday_open", "tuesday_rookie"])
def test_totals_scale_boards_with_fewer_results_by_neuberg_and_entrants_with_fewer_boards_to_all(
    name: str,
) -> None:
    evening = real(name)
    rows = {row.entry: row for row in recount(evening).rows}
    for entrant in evening.entrants:
        row = rows[entrant.number]
        assert (row.percent, str(row.rank)) == (100 * (entrant.percent or 0), entrant.place)
        # The program rounds before it adds up: 3 of the 54 totals are a hundredth away from the exact ones.
        assert abs(row.total - 100 * (entrant.total or 0)) <= 1


def test_an_artificial_score_is_left_out_and_the_other_lines_of_its_board_are_scaled_by_neuberg() -> None:
    evening = real("thursday_open_adjusted")
    counted = recount(evening)
    # Board 1 has an average although its line keeps a score; boards 2 and 3 are written as A6060 and A5050.
    assert counted.adjusted == {(0, 0), (1, 8), (2, 0)}
    touched = [
        (result.points, points)
        for board, found in zip(evening.boards[:3], counted.points, strict=False)
        for result, points in zip(board.results, found, strict=True)
    ]
    assert len(touched) == 63
    for told, points in touched:
        assert points is not None
        # (M + 1) * 21 / 20 - 1, which the program rounds to tenths, a half to the even tenth.
        assert told == tuple(Fraction(round(10 * each), 10) for each in points)


def test_of_all_other_lines_of_the_third_evening_one_has_the_points_of_its_two_sides_exchanged() -> None:
    evening = real("thursday_open_adjusted")
    exchanged = [each for each in recount(evening).differences if each.line is not None]
    assert [(each.line, each.told, each.counted) for each in exchanged] == [((3, 0), (21, 19), (19, 21))]


def test_the_totals_of_the_third_evening_are_those_before_its_scores_were_adjusted() -> None:
    """The awards of boards 2 and 3 stand for 110 and -650, as the totals of these two tables show."""
    evening = real("thursday_open_adjusted")
    played = {(1, 8): 110, (2, 0): -650}
    boards = tuple(
        replace(
            board,
            results=tuple(
                replace(
                    result,
                    score=played.get((at, line), result.score),
                    percent=None,
                    points=(None, None),
                )
                for line, result in enumerate(board.results)
            ),
        )
        for at, board in enumerate(evening.boards)
    )
    before = recount(replace(evening, boards=boards))
    assert before.differences == ()
    assert {row.entry: row.total for row in before.rows} == {
        entrant.number: 100 * (entrant.total or 0) for entrant in evening.entrants
    }


# Other evenings


def test_an_evening_without_points_gets_them_with_totals_and_places() -> None:
    evening = two_tables()
    full = completed(evening, recount(evening))
    assert [each.points for board in full.boards for each in board.results] == [
        (2, 0),
        (0, 2),
        (1, 1),
        (1, 1),
    ]
    assert [(each.number, each.total, each.percent, each.place) for each in full.entrants] == [
        ("1", 3, 75, "1="),
        ("2", 1, 25, "3="),
        ("3", 1, 25, "3="),
        ("4", 3, 75, "1="),
    ]


def test_numbers_of_the_file_stay_unless_another_scoring_is_asked_for() -> None:
    evening = two_tables()
    told = replace(
        evening, entrants=tuple(replace(each, total=Fraction(7), place="1=") for each in evening.entrants)
    )
    kept = completed(told, recount(told)).entrants
    assert [(each.total, each.place, each.boards) for each in kept] == [(7, "1=", 2)] * 4
    by_imps = completed(told, recount(told, "imp"))
    assert (by_imps.scoring, [each.total for each in by_imps.entrants]) == ("imp", [10, -10, -10, 10])


def test_artificial_scores_are_percentages_at_matchpoints_and_imps_otherwise() -> None:
    board = scores(1, ("1", "2", 420), ("3", "4", -50))
    ruled = Result((("5",), ("6",)), percent=(Fraction(60), Fraction(40)))
    evening = Evening(boards=(Board(1, (*board.results, ruled)),))
    assert recount(evening).points[0][2] == (Fraction(12, 5), Fraction(8, 5))
    assert recount(evening, "imp").points[0][2] == (3, -3)


def test_the_players_of_an_individual_get_the_points_of_their_sides() -> None:
    first = Result((("1", "2"), ("3", "4")), 420)
    second = Result((("5", "6"), ("7", "8")), -50)
    evening = Evening(form="individual", boards=(Board(1, (first, second)),))
    assert [(row.entry, row.percent, row.place) for row in recount(evening).rows] == [
        *((player, 10000, "1=") for player in "1278"),
        *((player, 0, "5=") for player in "3456"),
    ]


def test_matches_of_teams_count_as_victory_points_if_the_event_says_so() -> None:
    rooms = Board(1, (Result((("A",), ("B",)), 620, round=1), Result((("B",), ("A",)), 170, round=1)))
    evening = Evening(
        form="teams",
        scoring="match",
        entrants=(Entrant("A", name="Aces"), Entrant("B", name="Bats")),
        boards=(rooms,),
        matches=(Match(1, ("A", "B")),),
    )
    assert [(row.entry, row.total) for row in recount(evening).rows] == [("A", 1000), ("B", -1000)]
    converted = recount(replace(evening, victory_points=True)).rows
    assert sum(row.total for row in converted) == 2000 and converted[0].total > 1500


# The scales of other programs


def in_the_scale_of(evening: Evening, points: dict[int, tuple[object, object]]) -> Evening:
    """Return an evening of one board whose lines have the points of a program, by their index."""
    (board,) = evening.boards
    results = tuple(
        replace(each, points=tuple(map(Fraction, points[index])))  # type: ignore[arg-type]
        for index, each in enumerate(board.results)
    )
    return replace(evening, boards=(replace(board, results=results),))


def three_tables(**more: object) -> Evening:
    """Return an evening of six pairs on one board."""
    board = scores(1, ("1", "2", 420), ("3", "4", 420), ("5", "6", -50))
    return replace(Evening(boards=(board,)), **more)


def test_matchpoints_with_a_half_for_an_equal_score_are_those_of_the_scores() -> None:
    told = {0: (1.5, 0.5), 1: (1.5, 0.5), 2: (0, 2)}
    counted = recount(in_the_scale_of(three_tables(), told))
    assert counted.differences == ()
    assert counted.points[0] == ((1.5, 0.5), (1.5, 0.5), (0, 2))
    assert [(row.total, row.percent) for row in counted.rows] == [
        (200, 10000),
        (150, 7500),
        (150, 7500),
        (50, 2500),
        (50, 2500),
        (0, 0),
    ]


def test_imps_added_up_over_the_other_tables_are_those_of_the_scores() -> None:
    told = {0: (10, -10), 1: (10, -10), 2: (-20, 20)}
    counted = recount(in_the_scale_of(three_tables(scoring="imp"), told))
    assert counted.differences == ()
    assert [row.total for row in counted.rows] == [2000, 1000, 1000, -1000, -1000, -2000]


def test_a_wrong_line_differs_on_the_scale_of_the_other_lines() -> None:
    told = {0: (2, 0), 1: (1.5, 0.5), 2: (0, 2)}
    counted = recount(in_the_scale_of(three_tables(), told))
    assert [(each.line, each.counted) for each in counted.differences] == [((0, 0), (1.5, 0.5))]


def test_by_another_scoring_points_have_the_usual_scale() -> None:
    told = {0: (1.5, 0.5), 1: (1.5, 0.5), 2: (0, 2)}
    counted = recount(in_the_scale_of(three_tables(), told), "imp")
    assert counted.points[0][2] == (-10, 10)
