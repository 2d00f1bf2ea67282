"""Tests of comparisons between tables: matchpoints, IMPs, cross-IMPs, Butler and board-a-match."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.v1.bridge import Compared
from server.games.bridge.scores.comparison import (
    board_a_match,
    butler,
    compared,
    cross_imps,
    datum,
    imps,
    matchpoints,
    negated,
    percentage,
    ranks,
    top,
    whole,
)
from tests.games.bridge.scores.sheets import published

SCORES = st.lists(st.integers(-760, 760).map(lambda tens: 10 * tens), min_size=1, max_size=15)
HALF = Fraction(1, 2)


def vectors(field: str) -> list[dict[str, list]]:
    """Return the published results of pairs events that give this kind of score."""
    found = [case for case in published("pairs_scoring_vectors.json")["cases"] if field in case]
    assert found
    return found


def numbers(points: tuple[Fraction, ...]) -> list[float]:
    return [float(each) for each in points]


# Matchpoints (Law 78A)


def test_two_for_each_pair_beaten_and_one_for_each_equal() -> None:
    assert matchpoints([420, 170, 420, -50]) == (5, 2, 5, 0)


def test_with_points_and_half_points_all_is_half_as_much() -> None:
    assert matchpoints([420, 170, 420, -50], win=1) == (Fraction(5, 2), 1, Fraction(5, 2), 0)


def test_the_top_is_two_for_each_other_result() -> None:
    assert (top(9), top(9, win=1), top(1)) == (16, 8, 0)


def test_a_percentage_is_of_the_top() -> None:
    assert percentage(12, of=16) == 75
    assert percentage(matchpoints([100, 50, 50])[1], of=top(3)) == 25


def test_a_single_result_has_no_percentage() -> None:
    with pytest.raises(ValueError, match="expected a maximum of matchpoints above 0, got 0"):
        percentage(0, of=top(1))


def test_matchpoints_agree_with_the_published_vectors() -> None:
    for case in vectors("matchpoints_ns"):
        assert numbers(matchpoints(case["ns_scores"])) == case["matchpoints_ns"], case["name"]
    for case in vectors("matchpoints_acbl_ns"):
        assert numbers(matchpoints(case["ns_scores"], win=1)) == case["matchpoints_acbl_ns"], case["name"]


def test_equal_pairs_share_a_rank_and_the_next_one_is_left_out() -> None:
    assert ranks([5, 7, 5, 1]) == ("2=", "1", "2=", "4")


def test_ranks_agree_with_the_published_vectors() -> None:
    for case in vectors("ranks_ns"):
        assert list(ranks(matchpoints(case["ns_scores"], win=1))) == case["ranks_ns"]


@given(SCORES, st.sampled_from([1, 2]))
def test_the_two_sides_share_the_top_of_every_comparison(scores: list[int], win: int) -> None:
    north_south = matchpoints(scores, win)
    east_west = matchpoints([-score for score in scores], win)
    assert all(ns + ew == top(len(scores), win) for ns, ew in zip(north_south, east_west, strict=True))
    assert sum(north_south) == HALF * top(len(scores), win) * len(scores)


@given(SCORES)
def test_more_points_never_bring_fewer_matchpoints(scores: list[int]) -> None:
    by_score = sorted(zip(scores, matchpoints(scores), strict=True))
    assert [won for _, won in by_score] == sorted(won for _, won in by_score)


# IMPs (Law 78B)


@pytest.mark.parametrize(
    ("difference", "won"),
    [
        *((0, 0), (10, 0), (20, 1), (40, 1), (50, 2), (80, 2), (90, 3), (420, 9), (430, 10), (490, 10)),
        *((500, 11), (590, 11), (600, 12), (740, 12), (750, 13), (3990, 23), (4000, 24), (15200, 24)),
    ],
)
def test_imps_of_a_difference(difference: int, won: int) -> None:
    assert imps(difference) == won
    assert imps(-difference) == -won


def test_the_imp_table_agrees_with_the_published_one() -> None:
    least = published("imp_table.json")["min_difference_for_n_imps"]
    assert len(least) == 24
    for won, difference in least.items():
        assert (imps(difference), imps(difference - 10)) == (int(won), int(won) - 1)


@given(st.integers(-8000, 8000), st.integers(0, 500))
def test_a_greater_difference_never_brings_fewer_imps(difference: int, more: int) -> None:
    assert imps(difference) <= imps(difference + more)
    assert imps(-difference) == -imps(difference)


def test_a_match_compares_the_two_north_souths() -> None:
    assert compared(620, 170) == Compared(620, 170, 10)
    assert compared(-50, 420) == Compared(-50, 420, -10)


def test_board_a_match_is_won_tied_or_lost_whatever_the_difference() -> None:
    assert [board_a_match(here, 420) for here in (430, 420, -50)] == [2, 1, 0]
    assert [board_a_match(here, 420, win=1) for here in (430, 420, -50)] == [1, HALF, 0]


# Cross-IMPs


def test_cross_imps_agree_with_the_published_vectors() -> None:
    for case in vectors("cross_imps_mean"):
        assert numbers(cross_imps(case["ns_scores"])) == case["cross_imps_mean"]


def test_the_sum_of_cross_imps_is_their_mean_times_the_other_tables() -> None:
    scores = [620, 170, 140, 140, -100]
    assert cross_imps(scores, mean=False) == (42, -1, -5, -5, -31)


def test_a_single_table_wins_and_loses_nothing() -> None:
    assert cross_imps([620]) == cross_imps([620], mean=False) == (0,)


@given(SCORES, st.booleans())
def test_cross_imps_add_up_to_nothing_and_mirror(scores: list[int], mean: bool) -> None:
    north_south = cross_imps(scores, mean)
    assert sum(north_south) == 0
    assert cross_imps([-score for score in scores], mean) == tuple(-each for each in north_south)


# Butler


def test_butler_agrees_with_the_published_vectors() -> None:
    for case in vectors("datum"):
        drop = 1 if "drop best and worst" in case["name"] else 0
        assert datum(case["ns_scores"], drop=drop) == case["datum"], case["name"]
        if "imps_ns" in case:
            assert list(butler(case["ns_scores"], drop=drop)) == case["imps_ns"]


def test_best_and_worst_scores_are_dropped_from_the_datum() -> None:
    scores = [-1400, 400, 420, 430, 450, 2220]
    assert datum(scores) == 420
    assert datum(scores, drop=1) == 430  # 425, and a half is rounded up
    assert datum(scores, drop=2, nearest=1) == 425


@pytest.mark.parametrize(("nearest", "expected"), [(1, 333), (5, 335), (10, 330), (50, 350), (100, 300)])
def test_the_datum_is_rounded_as_the_event_says(nearest: int, expected: int) -> None:
    assert datum([300, 300, 400], nearest=nearest) == expected


@pytest.mark.parametrize(("scores", "drop"), [([], 0), ([100, 200], 1), ([100, 200, 300], 2), ([100], -1)])
def test_a_datum_needs_scores(scores: list[int], drop: int) -> None:
    with pytest.raises(ValueError, match="expected"):
        datum(scores, drop)


def test_a_datum_cannot_be_rounded_to_nothing() -> None:
    with pytest.raises(ValueError, match="expected to round the datum to a multiple of 1 or more, got 0"):
        datum([100, 200], nearest=0)


@given(SCORES, st.sampled_from([1, 10, 50]))
def test_east_wests_datum_is_north_souths_with_the_sign_changed(scores: list[int], nearest: int) -> None:
    mirrored = [-score for score in scores]
    assert datum(mirrored, nearest=nearest) == -datum(scores, nearest=nearest)
    assert butler(mirrored, nearest=nearest) == tuple(-each for each in butler(scores, nearest=nearest))


# Assigned outcomes with weights (Law 12C1c)

WEIGHTED = ((60, 420), (40, -50))
OUTCOMES = st.tuples(
    st.sampled_from([420, 170, -50]), st.sampled_from([420, 170, -50]), st.integers(0, 100)
).map(lambda drawn: ((drawn[2], drawn[0]), (100 - drawn[2], drawn[1])))
FIELD = st.lists(st.sampled_from([420, 170, -50]) | OUTCOMES, min_size=1, max_size=6)


def test_a_weighted_score_beats_each_other_score_with_its_weights() -> None:
    assert matchpoints([WEIGHTED, 170, 420]) == (Fraction("1.8"), Fraction("0.8"), Fraction("3.4"))
    assert board_a_match(WEIGHTED, 170) == Fraction("1.2")
    assert board_a_match(WEIGHTED, WEIGHTED) == 1


def test_the_imps_of_each_outcome_are_weighed() -> None:
    assert cross_imps([WEIGHTED, 170]) == (Fraction("0.6") * 6 - Fraction("0.4") * 6, Fraction("-1.2"))
    # the datum is the mean of 232 and 168
    assert butler([WEIGHTED, 168]) == (Fraction("0.6") * 6 - Fraction("0.4") * 6, -1)


def test_the_points_of_a_weighted_score_are_its_mean_in_whole_points() -> None:
    assert (whole(WEIGHTED), whole(420)) == (232, 420)
    assert (negated(WEIGHTED), negated(420)) == (((60, -420), (40, 50)), -420)


@given(FIELD)
def test_with_weighted_scores_the_two_sides_share_the_top_and_imps_mirror(scores: list) -> None:
    turned = [negated(score) for score in scores]
    both = zip(matchpoints(scores), matchpoints(turned), strict=True)
    assert all(ns + ew == top(len(scores)) for ns, ew in both)
    assert sum(cross_imps(scores)) == 0
    assert cross_imps(turned) == tuple(-each for each in cross_imps(scores))
    assert butler(turned) == tuple(-each for each in butler(scores))


@given(FIELD)
def test_a_score_of_one_outcome_is_a_plain_score(scores: list) -> None:
    wrapped = [((100, score),) if isinstance(score, int) else score for score in scores]
    for compare in (matchpoints, cross_imps, butler):
        assert compare(wrapped) == compare(scores)
