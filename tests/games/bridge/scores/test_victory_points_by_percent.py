"""Tests of the victory points of the English Bridge Union for matches scored by matchpoints."""

from __future__ import annotations

from fractions import Fraction
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.games.bridge.scores.victory_points_by_percent import MOST_BOARDS, victory_points

BOARDS = st.integers(1, MOST_BOARDS)
PERCENT = st.fractions(0, 100)


def points(percent: str, boards: int) -> int:
    return victory_points(Fraction(percent), boards)


@pytest.mark.parametrize(
    ("lowest", "highest", "won"),
    [
        ("49.35", "50.65", 10),
        ("50.66", "51.98", 11),
        ("51.99", "53.33", 12),
        ("53.34", "54.74", 13),
        ("54.75", "56.23", 14),
        ("56.24", "57.83", 15),
        ("57.84", "59.64", 16),
        ("59.65", "61.75", 17),
        ("61.76", "64.40", 18),
        ("64.41", "68.35", 19),
        ("68.36", "100", 20),
    ],
)
def test_the_scale_that_the_swiss_pairs_of_oxford_print_for_seven_boards(
    lowest: str, highest: str, won: int
) -> None:
    # The booklet of the Oxford Congress: matches of seven boards, by the scale of the EBU.
    assert (points(lowest, 7), points(highest, 7)) == (won, won)
    assert (points(str(100 - Fraction(lowest)), 7), points(str(100 - Fraction(highest)), 7)) == (
        20 - won,
        20 - won,
    )


@pytest.mark.parametrize(
    ("boards", "first", "last"),
    [
        ((1, 4), "50.92", "75.95"),
        ((5, 6), "50.78", "72.13"),
        ((7, 9), "50.65", "68.35"),
        ((10, 13), "50.54", "65.30"),
        ((14, 19), "50.45", "62.78"),
        ((20, 27), "50.38", "60.71"),
    ],
)
def test_each_number_of_boards_has_its_column_of_the_white_book(
    boards: tuple[int, int], first: str, last: str
) -> None:
    for number in boards:
        assert [points(first, number), points(last, number)] == [10, 19]
        above = Fraction(1, 100)
        assert [victory_points(Fraction(each) + above, number) for each in (first, last)] == [11, 20]


def test_a_percentage_is_rounded_to_two_decimals_first_for_both_sides_alike() -> None:
    assert (points("50.654", 8), points("50.655", 8)) == (10, 11)
    assert (points("49.346", 8), points("49.345", 8)) == (10, 9)


def test_the_printed_steps_make_each_result_equally_likely_for_a_usual_spread_of_matches() -> None:
    # Each number of victory points is one in 21 of a normal spread around 50 per cent: it finds wrong digits.
    for boards in (4, 6, 9, 13, 19, 27):
        tops = [
            max(each for each in range(5000, 7600) if victory_points(Fraction(each, 100), boards) <= won)
            for won in range(10, 20)
        ]
        wide = NormalDist().inv_cdf(20 / 21) / (tops[-1] - 5000)
        for won, top in enumerate(tops, 10):
            usual = NormalDist().inv_cdf((won + 1) / 21) / wide
            assert abs(top - 5000 - usual) < 4, (boards, won)


@given(PERCENT, PERCENT, BOARDS)
def test_more_per_cent_are_never_worth_less_and_both_sides_of_a_match_share_twenty(
    one: Fraction, other: Fraction, boards: int
) -> None:
    low, high = sorted((one, other))
    assert 0 <= victory_points(low, boards) <= victory_points(high, boards) <= 20
    assert victory_points(low, boards) + victory_points(100 - low, boards) == 20


@pytest.mark.parametrize("boards", [0, 28])
def test_a_match_of_another_length_has_no_scale(boards: int) -> None:
    with pytest.raises(ValueError, match=f"1 to 27 boards, got {boards}"):
        victory_points(Fraction(50), boards)
