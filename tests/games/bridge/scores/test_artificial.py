"""Tests of artificial scores (Law 12C2), and of Neuberg's formula for boards with missing results."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.v1.bridge import ArtificialScore
from server.games.bridge.scores.artificial import (
    average,
    average_imps,
    board,
    neuberg,
    neuberg_percentage,
    non_balancing,
)
from server.games.bridge.scores.comparison import matchpoints, percentage, top

COUNTS = st.tuples(st.integers(1, 40), st.integers(1, 40)).map(lambda two: (min(two), max(two)))


# Law 12C2


def test_average_plus_is_60_average_50_and_average_minus_40_per_cent() -> None:
    assert [average(kind) for kind in ("plus", "average", "minus")] == [60, 50, 40]


@pytest.mark.parametrize(
    ("kind", "session", "percent"),
    [
        ("plus", 65, 65),
        ("plus", 55, 60),
        ("minus", 35, 35),
        ("minus", 45, 40),
        ("average", 65, 50),
        ("average", 35, 50),
    ],
)
def test_the_pairs_own_session_counts_where_it_is_better_than_60_or_worse_than_40(
    kind: str, session: int, percent: int
) -> None:
    assert average(kind, session) == percent


def test_at_imps_the_averages_are_plus_3_nothing_and_minus_3() -> None:
    assert [average_imps(kind) for kind in ("plus", "average", "minus")] == [3, 0, -3]


def test_non_balancing_scores_of_a_knock_out_are_averaged() -> None:
    assert non_balancing(3, 3) == 0
    assert non_balancing(3, -10) == Fraction(13, 2)
    assert non_balancing(-10, 3) == -non_balancing(3, -10)


# Neuberg


def test_a_top_of_ten_results_is_almost_a_top_of_eleven() -> None:
    # The example of the English Bridge Union.
    assert neuberg(18, results=10, expected=11) == Fraction("19.9")
    assert neuberg(0, results=10, expected=11) == Fraction("0.1")


def test_nothing_changes_where_no_result_is_missing() -> None:
    assert neuberg(7, results=10, expected=10) == 7
    assert neuberg_percentage(65, results=10, expected=10) == 65


def test_half_the_points_on_the_scale_of_points_and_half_points() -> None:
    assert neuberg(9, results=10, expected=11, win=1) == Fraction("9.95")


def test_a_single_result_is_an_average() -> None:
    assert neuberg(0, results=1, expected=9) == 8
    assert neuberg_percentage(100, results=1, expected=9) == 50
    assert neuberg_percentage(100, results=1, expected=1) == 50


@pytest.mark.parametrize(("results", "expected"), [(0, 5), (6, 5)])
def test_there_are_results_and_no_more_than_expected(results: int, expected: int) -> None:
    message = f"expected a board with 1 to {expected} results, got {results}"
    with pytest.raises(ValueError, match=message):
        neuberg(0, results, expected)
    with pytest.raises(ValueError, match=message):
        neuberg_percentage(50, results, expected)


@given(COUNTS, st.integers(0, 100), st.sampled_from([1, 2]))
def test_both_forms_of_the_formula_say_the_same(counts: tuple[int, int], share: int, win: int) -> None:
    results, expected = counts
    if results == 1:
        return
    points = top(results, win) * share / 100
    stretched = neuberg(points, results, expected, win)
    assert percentage(stretched, top(expected, win)) == neuberg_percentage(share, results, expected)


@given(COUNTS, st.integers(0, 100))
def test_an_average_stays_one_and_the_rest_comes_nearer_to_it(counts: tuple[int, int], share: int) -> None:
    results, expected = counts
    stretched = neuberg_percentage(share, results, expected)
    assert abs(stretched - 50) <= abs(share - 50)
    assert neuberg_percentage(50, results, expected) == 50


# A whole board


def test_artificial_scores_are_added_after_and_take_nothing_from_the_others() -> None:
    scores = [400, 430, ArtificialScore("plus", "minus"), 150, -50]
    points = board(scores)
    four = [neuberg(won, results=4, expected=5) for won in matchpoints([400, 430, 150, -50])]
    assert [ns for ns, _ in points] == [four[0], four[1], Fraction("4.8"), four[2], four[3]]
    assert points[2] == (Fraction("4.8"), Fraction("3.2"))
    assert [ns + ew for ns, ew in points] == [8] * 5


def test_both_sides_may_get_average_plus() -> None:
    (here, *_) = board([ArtificialScore("plus", "plus"), 400, 430])
    assert here == (Fraction("2.4"), Fraction("2.4"))


def test_a_board_without_artificial_scores_is_just_matchpoints() -> None:
    assert board([400, 430, 150, -50]) == ((4, 2), (6, 0), (2, 4), (0, 6))


def test_a_board_that_was_not_played_everywhere_is_stretched_to_the_top_of_the_session() -> None:
    assert [ns for ns, _ in board([400, 430, 150], expected=4)] == [3, Fraction(17, 3), Fraction(1, 3)]


def test_a_fouled_board_is_scored_in_its_groups() -> None:
    as_dealt, fouled = board([420, 420, 450], expected=5), board([-50, 100], expected=5)
    assert [ns for ns, _ in as_dealt] == [Fraction(7, 3), Fraction(7, 3), Fraction(22, 3)]
    assert [ns for ns, _ in fouled] == [Fraction(3, 2), Fraction(13, 2)]


def test_a_board_may_have_no_result_at_all() -> None:
    assert board([ArtificialScore("average", "average")], expected=5) == ((4, 4),)


def test_more_scores_than_expected_are_refused() -> None:
    with pytest.raises(ValueError, match="expected a board with at most 2 scores, got 3"):
        board([1, 2, 3], expected=2)


def test_each_side_is_compared_by_the_outcomes_assigned_to_it() -> None:
    split = (((100, 420),), ((60, 420), (40, -50)))
    assert board([split, 170]) == ((2, Fraction("0.8")), (0, Fraction("1.2")))
    assert board([split, 170], expected=3)[0] == (Fraction(7, 2), Fraction("1.7"))
