"""Tests of the World Bridge Federation's continuous victory points."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.games.bridge.scores.victory_points import blitz, victory_points, winners_scale
from tests.games.bridge.scores.sheets import published

BOARDS = st.integers(1, 64)


def points(boards: int, margin: int) -> str:
    return str(victory_points(margin, boards)[0])


def test_a_tie_is_ten_all() -> None:
    assert victory_points(0, boards=16) == (10, 10)


def test_the_losing_team_has_the_rest_of_twenty() -> None:
    assert victory_points(-15, boards=32) == (Decimal("7.05"), Decimal("12.95"))


@pytest.mark.parametrize(
    ("margin", "won"),
    [(15, "12.95"), (18, "13.46"), (33, "15.63"), (45, "17.01"), (61, "18.45"), (62, "18.53")],
)
def test_the_results_printed_for_the_championships_of_2019(margin: int, won: str) -> None:
    # World Computer-Bridge Championship 2019, matches of 32 boards.
    assert points(32, margin) == won


@pytest.mark.parametrize(
    ("boards", "margins", "won"),
    [
        (
            8,
            (1, 2, 3, 5, 8, 10, 15, 20, 25, 30),
            "10.44 10.86 11.27 12.05 13.12 13.78 15.23 16.46 17.50 18.37",
        ),
        (
            16,
            (1, 2, 3, 5, 8, 10, 15, 20, 25, 30),
            "10.31 10.61 10.91 11.48 12.29 12.80 13.97 15.00 15.92 16.73",
        ),
    ],
)
def test_the_scale_of_the_world_bridge_federation_of_2013(
    boards: int, margins: tuple[int, ...], won: str
) -> None:
    assert " ".join(points(boards, margin) for margin in margins) == won


@pytest.mark.parametrize(
    ("boards", "margin", "won"),
    [
        (8, 40, "19.74"),
        *((16, 14, "13.75"), (16, 27, "16.26"), (16, 38, "17.85"), (16, 46, "18.77")),
        *((16, 49, "19.07"), (16, 55, "19.61"), (16, 59, "19.93")),
    ],
)
def test_rounding_is_repaired_where_an_imp_would_be_worth_more_than_the_one_before(
    boards: int, margin: int, won: str
) -> None:
    assert points(boards, margin) == won


@pytest.mark.parametrize(("boards", "margin"), [(8, 43), (16, 60), (20, 68), (24, 74), (32, 85)])
def test_a_blitz_wins_all_twenty_and_one_imp_less_does_not(boards: int, margin: int) -> None:
    assert blitz(boards) == margin
    assert victory_points(margin, boards) == (20, 0)
    assert victory_points(margin + 100, boards) == (20, 0)
    assert victory_points(margin - 1, boards)[0] < 20


def test_rounding_may_fill_the_twenty_one_imp_before_the_blitz() -> None:
    assert (blitz(41), points(41, 96), points(41, 95)) == (97, "20.00", "19.96")


def test_a_match_has_boards() -> None:
    with pytest.raises(ValueError, match="expected a match of 1 board or more, got 0"):
        victory_points(0, boards=0)


@given(BOARDS, st.integers(-300, 300))
def test_both_teams_share_twenty_and_the_scale_mirrors(boards: int, margin: int) -> None:
    ours, theirs = victory_points(margin, boards)
    assert ours + theirs == 20
    assert victory_points(-margin, boards) == (theirs, ours)
    assert ours == round(ours, 2)


@given(BOARDS)
def test_each_imp_is_worth_something_and_no_more_than_the_one_before(boards: int) -> None:
    scale = winners_scale(boards)
    steps = [after - before for before, after in pairwise(scale)]
    assert all(step > 0 for step, won in zip(steps, scale, strict=False) if won < 20)
    assert steps == sorted(steps, reverse=True)


def test_all_860_published_values_come_out() -> None:
    table = published("wbf_vp_continuous_public_table.json")
    seen = 0
    for margin, row in enumerate(table["winner_vp_by_imp_margin"]):
        for boards, won in zip(table["boards"], row, strict=True):
            assert float(victory_points(margin, boards)[0]) == won, (boards, margin)
            seen += 1
    assert seen == 860


def test_the_scales_of_1_to_64_boards_agree_with_those_computed_elsewhere() -> None:
    scales = published("wbf_vp_continuous_computed_1_to_64.json")
    assert len(scales) == 64
    for boards, scale in scales.items():
        assert [float(won) for won in winners_scale(int(boards))] == scale
