"""Tests of the points that each table gets on a board, by each scoring."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.v1.bridge import (
    ArtificialScore,
    AssignScore,
    Average,
    Contract,
    Outcome,
    Result,
    Scoring,
    Seat,
    Strain,
)
from server.games.base import TableResults
from server.games.bridge.scores.points import Conditions, ScoredBoard, scored
from tests.games.bridge.scores.evenings import deal, evening, nations

SCORINGS: tuple[Scoring, ...] = get_args(Scoring)
HALF = Fraction(1, 2)
GAME = Contract(4, Strain.SPADES, Seat.SOUTH)
MADE, DOWN = Outcome(60, GAME, 10), Outcome(40, GAME, 9)
POINTS = st.integers(-76, 76).map(lambda tens: 100 * tens)
FIELD = st.lists(POINTS, min_size=2, max_size=9)


def averages(north_south: Average, east_west: Average) -> Result:
    """Return the result of a board with an artificial score."""
    return Result(0, adjusted=ArtificialScore(north_south, east_west))


def results(scores: Sequence[int | Result | None]) -> list[Result | None]:
    """Return a result for each score in North-South's points."""
    return [Result(score) if isinstance(score, int) else score for score in scores]


def boards(
    *rows: Sequence[int | Result | None], scoring: Scoring, conditions: Conditions | None = None
) -> tuple[ScoredBoard, ...]:
    """Return the boards 1, 2 and so on; each row has the scores of all tables, None for an unplayed board."""
    columns = zip(*map(results, rows), strict=True)
    tables = [
        TableResults(f"T{index}", (), {n: each for n, each in enumerate(column, 1) if each is not None})
        for index, column in enumerate(columns, 1)
    ]
    return scored([deal(n) for n in range(1, len(rows) + 1)], tables, scoring, conditions or Conditions())


def points(
    *scores: int | Result | None, scoring: Scoring, conditions: Conditions | None = None
) -> list[tuple[Fraction, Fraction] | None]:
    """Return the points of both sides at each table that has a score on the only board."""
    (board,) = boards(scores, scoring=scoring, conditions=conditions)
    return [line.points for line in board.lines]


def north_south(
    *scores: int | Result | None, scoring: Scoring, conditions: Conditions | None = None
) -> list[Fraction | None]:
    """Return the points of North-South at each table that has a score on the only board."""
    return [each and each[0] for each in points(*scores, scoring=scoring, conditions=conditions)]


# Worked examples that others have published


def test_the_example_of_a_beginners_course_in_matchpoints() -> None:
    assert points(400, 430, 150, -50, scoring="mp") == [(4, 2), (6, 0), (2, 4), (0, 6)]


def test_bavins_table_of_a_board_with_ten_results_of_eleven() -> None:
    ten = [520, 500, 490, 480, 460, 450, 430, 420, 400, -50]
    (missing, _) = boards([*ten, None], [0] * 11, scoring="mp")
    told = ["19.9", "17.7", "15.5", "13.3", "11.1", "8.9", "6.7", "4.5", "2.3", "0.1"]
    assert [line.points and line.points[0] for line in missing.lines] == [Fraction(each) for each in told]
    assert missing.top == 20


def test_an_example_of_cross_imps_at_three_tables() -> None:
    assert north_south(420, 170, 300, scoring="imp") == [Fraction(9, 2), -5, HALF]


def test_an_example_of_cross_imps_at_four_tables() -> None:
    assert north_south(430, 400, 150, -50, scoring="imp")[0] == 6


def test_the_example_of_the_dutch_rules_for_butler() -> None:
    (board,) = boards([450, 420, -800, -50, 420, 420], scoring="butler")
    assert board.datum == 300
    assert [line.points for line in board.lines] == [(4, -4), (3, -3), (-15, 15), (-8, 8), (3, -3), (3, -3)]


# Real contests, with the points that other programs gave

BENT = {(1, ("1NS", "1EW")), (3, ("1NS", "1EW")), (4, ("1NS", "21EW"))}
"""The lines with matchpoints that do not follow from the results in the file.

On board 1 the program scored the line as average, and its contract was not among the results.
"""


@pytest.mark.parametrize(
    ("name", "neuberg"), [("monday_open", False), ("tuesday_rookie", False), ("thursday_open_adjusted", True)]
)
def test_the_matchpoints_of_an_evening_are_those_of_its_program(name: str, neuberg: bool) -> None:
    played = evening(name)
    tables = [
        replace(table, results={**table.results, 1: averages("average", "average")})
        if name == "thursday_open_adjusted" and table.entrants == ("1NS", "1EW")
        else table
        for table in played.tables
    ]
    lines = [
        ((board.number, tables[line.table].entrants), line.points)
        for board in scored(played.deals, tables, "mp", Conditions(neuberg=neuberg))
        for line in board.lines
    ]
    assert len(lines) == len(played.matchpoints)
    wrong = set()
    for line, given_ in lines:
        told = [Fraction(each) for each in played.matchpoints[line]]
        assert given_ is not None
        if any(abs(one - other) > Fraction(1, 20) for one, other in zip(given_, told, strict=True)):
            wrong.add(line)
    assert wrong == (BENT - {(1, ("1NS", "1EW"))} if name == "thursday_open_adjusted" else set())


def test_cross_imps_of_two_rooms_are_the_imps_that_the_site_gave_to_the_match() -> None:
    matches = nations()
    assert len(matches) == 14 and sum(len(match.deals) for match in matches) == 139
    for match in matches:
        for board in scored(match.deals, match.rooms, "imp", Conditions()):
            imps = match.imps[board.number]
            assert [line.points for line in board.lines] == [(imps, -imps), (-imps, imps)]


def test_board_a_match_is_won_by_the_room_with_the_higher_score() -> None:
    for match in nations():
        for board in scored(match.deals, match.rooms, "bam", Conditions()):
            here, there = (line.result.score_ns for line in board.lines)
            won = 1 + (here > there) - (here < there)
            assert [line.points for line in board.lines] == [(won, 2 - won), (2 - won, won)]


# Few tables


@pytest.mark.parametrize("scoring", SCORINGS)
def test_a_single_score_cannot_be_compared(scoring: Scoring) -> None:
    assert points(420, scoring=scoring) == points(420, None, None, scoring=scoring) == [None]
    assert points(averages("plus", "minus"), scoring=scoring) == [None]


@pytest.mark.parametrize("scoring", SCORINGS)
def test_a_board_without_a_score_has_no_traveller(scoring: Scoring) -> None:
    assert boards([None, None], [420, -50], scoring=scoring)[0].number == 2
    assert scored([], [], scoring, Conditions()) == ()


def test_two_tables() -> None:
    assert north_south(420, -50, scoring="mp") == north_south(420, -50, scoring="bam") == [2, 0]
    assert north_south(420, 420, scoring="mp") == north_south(420, 420, scoring="bam") == [1, 1]
    assert north_south(420, -50, scoring="imp") == [10, -10]
    assert north_south(420, -50, scoring="butler") == [6, -6]


def test_three_tables() -> None:
    assert north_south(420, -50, 420, scoring="mp") == [3, 0, 3]
    assert north_south(420, -50, 420, scoring="imp") == [5, -10, 5]
    assert north_south(420, -50, 420, scoring="butler") == [4, -7, 4]
    assert north_south(420, -50, 420, scoring="bam") == [2, 0, None]


# Conditions of contest


def test_by_default_a_board_with_fewer_results_counts_as_much_as_the_others() -> None:
    for neuberg, tops in ((True, [4, 4]), (False, [2, 4])):
        conditions = Conditions(neuberg=neuberg)
        both = boards([420, 170, None], [0, 0, 0], scoring="mp", conditions=conditions)
        assert [board.top for board in both] == tops


def test_best_and_worst_are_left_out_of_the_datum_from_five_scores_on() -> None:
    four = boards([1000, 400, 400, -50], scoring="butler")[0]
    five = boards([1000, 400, 400, 400, -50], scoring="butler")[0]
    assert (four.datum, five.datum) == (440, 400)


@pytest.mark.parametrize(
    ("drop", "nearest", "datum"),
    [(0, 10, 430), (1, 10, 400), (2, 1, 400), (9, 1, 400), (0, 50, 450), (0, 1, 430)],
)
def test_the_datum_follows_the_conditions(drop: int, nearest: int, datum: int) -> None:
    conditions = Conditions(drop=drop, nearest=nearest)
    assert boards([1000, 400, 400, 400, -50], scoring="butler", conditions=conditions)[0].datum == datum


def test_no_condition_leaves_out_the_last_scores_of_a_board() -> None:
    conditions = Conditions(drop=3)
    assert [
        boards(row, scoring="butler", conditions=conditions)[0].datum for row in ([400, 100], [400, 100, 90])
    ] == [
        250,
        100,
    ]


# Artificial scores (Law 12C2)


def test_an_artificial_score_is_60_50_or_40_per_cent_of_the_top() -> None:
    assert points(averages("plus", "minus"), 420, 170, scoring="mp")[0] == (Fraction("2.4"), Fraction("1.6"))


def test_average_plus_is_the_pairs_own_session_if_that_is_better() -> None:
    rows = [[averages("plus", "minus"), 100, 50, 0], [100, 50, 0, -50], [100, 50, 0, 100]]
    first, *_ = boards(*rows, scoring="mp")
    # North-South won 6 of 6 and 5 of 6 on the other boards, East-West 0 and 1
    assert first.lines[0].points == (Fraction(11, 2), HALF)


def test_average_minus_is_no_better_for_a_good_session_and_average_stays_average() -> None:
    rows = [[averages("minus", "average"), 100, 50, 0], [100, 50, 0, -50], [100, 50, 0, 100]]
    assert boards(*rows, scoring="mp")[0].lines[0].points == (Fraction("2.4"), 3)


@pytest.mark.parametrize("scoring", ["imp", "butler"])
def test_an_artificial_score_is_3_imps_and_no_result_for_the_others(scoring: Scoring) -> None:
    for sides, imps in (("plus", 3), ("average", 0), ("minus", -3)):
        first, *rest = points(averages(sides, "plus"), 420, -50, scoring=scoring)
        assert first == (imps, 3)
        assert rest == points(420, -50, scoring=scoring)


def test_a_board_on_which_every_score_is_artificial() -> None:
    two = averages("plus", "plus"), averages("average", "minus")
    assert points(*two, scoring="imp") == points(*two, scoring="butler") == [(3, 3), (0, -3)]
    assert points(*two, scoring="mp") == [(Fraction("1.2"), Fraction("1.2")), (1, Fraction("0.8"))]


def test_at_board_a_match_an_artificial_score_is_for_the_teams() -> None:
    score = averages("plus", "minus")
    better, worse = Fraction("1.2"), Fraction("0.8")
    assert points(score, 420, scoring="bam") == [(better, worse), (worse, better)]
    assert points(420, score, scoring="bam") == [(worse, better), (better, worse)]


def test_at_board_a_match_a_team_with_two_artificial_scores_gets_their_mean() -> None:
    both = averages("plus", "minus"), averages("average", "plus")
    assert points(*both, scoring="bam") == [
        (Fraction("1.2"), Fraction("0.9")),
        (Fraction("0.9"), Fraction("1.2")),
    ]


def test_at_board_a_match_an_artificial_score_counts_without_the_other_room() -> None:
    (board, _) = boards([averages("plus", "minus"), None], [0, 0], scoring="bam")
    assert board.lines[0].points == (Fraction("1.2"), Fraction("0.8"))
    (board, _) = boards([420, None], [0, 0], scoring="bam")
    assert board.lines[0].points is None


# Assigned scores (Law 12C1)

WEIGHTED = Result(232, adjusted=AssignScore((MADE, DOWN)))
"""60 per cent of 420 and 40 per cent of -50: on board 1 nobody is vulnerable."""


@pytest.mark.parametrize("scoring", SCORINGS)
def test_each_outcome_is_compared_and_the_weighted_mean_counts(scoring: Scoring) -> None:
    if scoring == "butler":
        return
    made, down = (points(score, 170, scoring=scoring) for score in (420, -50))
    mean = [
        tuple(
            Fraction(60, 100) * one + Fraction(40, 100) * other
            for one, other in zip(first, second, strict=True)
        )
        for first, second in zip(made, down, strict=True)
        if first is not None and second is not None
    ]
    assert points(WEIGHTED, 170, scoring=scoring) == mean


def test_at_butler_the_mean_is_in_the_datum_and_each_outcome_is_compared_with_it() -> None:
    (board,) = boards([WEIGHTED, 168], scoring="butler")
    assert board.datum == 200
    # 420 - 200 is 6 IMPs, and -50 - 200 is -6
    assert [line.points for line in board.lines] == [(Fraction("1.2"), Fraction("-1.2")), (-1, 1)]


def test_different_outcomes_of_the_two_sides_are_compared_with_their_own_sides() -> None:
    split = Result(
        420, adjusted=AssignScore((Outcome(100, GAME, 10),), (Outcome(100, GAME, 9),)), score_ew=50
    )
    assert points(split, 170, scoring="mp") == [(2, 2), (0, 0)]
    assert points(split, 170, scoring="imp") == [(6, 6), (-6, -6)]
    # each team compares its own score here with that of its other pair: +420 - 170, and +170 + 50
    assert points(split, 170, scoring="bam") == [(2, 2), (2, 2)]


# Properties


@given(FIELD, st.sampled_from(SCORINGS))
def test_turned_by_90_degrees_the_sides_change_their_points(
    scores: tuple[int, ...], scoring: Scoring
) -> None:
    turned = points(*(-score for score in scores), scoring=scoring)
    assert turned == [each and each[::-1] for each in points(*scores, scoring=scoring)]


@given(st.lists(st.lists(st.none() | POINTS, min_size=5, max_size=5), min_size=1, max_size=4))
def test_the_matchpoints_of_a_compared_board_add_up_to_the_top_at_each_table(
    rows: list[list[int | None]],
) -> None:
    for board in boards(*rows, scoring="mp"):
        known = [line.points for line in board.lines if line.points is not None]
        assert len(known) in (0, len(board.lines))
        assert all(sum(each) == board.top for each in known)
        assert sum(own for own, _ in known) == sum(other for _, other in known)


@given(FIELD)
def test_the_imps_of_the_tables_add_up_to_nothing(scores: list[int]) -> None:
    won = points(*scores, scoring="imp")
    assert sum(each[0] for each in won if each) == sum(each[1] for each in won if each) == 0


@given(st.lists(POINTS, min_size=2, max_size=2))
def test_at_two_tables_board_a_match_is_matchpoints(scores: list[int]) -> None:
    assert points(*scores, scoring="bam") == points(*scores, scoring="mp")


@given(st.permutations(range(6)), st.lists(POINTS, min_size=6, max_size=6))
def test_the_order_of_the_tables_changes_nobodys_points(order: list[int], scores: list[int]) -> None:
    for scoring in ("mp", "imp", "butler"):
        won = points(*scores, scoring=scoring)
        moved = points(*(scores[index] for index in order), scoring=scoring)
        assert moved == [won[index] for index in order]


def test_every_pair_of_averages_is_counted() -> None:
    for ours, theirs in product(get_args(Average), repeat=2):
        (first, _) = points(averages(ours, theirs), 420, scoring="bam")
        assert first is not None and first[0] in (Fraction("1.2"), 1, Fraction("0.8"))


def test_total_points_are_the_scores_less_those_of_the_opponents_and_awards_count_nothing() -> None:
    rows = [420, -50, averages("plus", "minus")]
    assert [line.points for line in boards(rows, scoring="total")[0].lines] == [
        (420, -420),
        (-50, 50),
        (0, 0),
    ]
