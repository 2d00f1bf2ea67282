"""Tests of scores that a director gives in place of the score from play (Law 12C)."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import (
    ArtificialScore,
    AssignScore,
    Contract,
    Outcome,
    Result,
    Seat,
    Strain,
    Vulnerability,
)
from server.games.bridge.scores.assigned import Weighted, adjusted, mean, weighted

PLAYED = Result(score_ns=-50, contract=Contract(4, Strain.SPADES, Seat.SOUTH), tricks=9)
MADE = Outcome(60, Contract(4, Strain.SPADES, Seat.SOUTH), 10)
DOWN = Outcome(40, Contract(4, Strain.SPADES, Seat.SOUTH), 9)


@pytest.mark.parametrize(
    ("outcomes", "points"),
    [
        (((100, 420),), 420),
        (((60, 420), (40, -50)), 232),
        (((50, -70), (50, 50)), -10),
        (((50, 1), (50, 0)), 1),
        (((50, -1), (50, 0)), -1),
        (((49, 1), (51, 0)), 0),
        ((), 0),
    ],
)
def test_the_mean_is_weighted_and_a_half_is_rounded_away_from_0(outcomes: Weighted, points: int) -> None:
    assert mean(outcomes) == points


def test_an_outcome_has_the_points_of_north_south_at_the_boards_vulnerability() -> None:
    by_east = Outcome(100, Contract(3, Strain.NOTRUMP, Seat.EAST), 9)
    for vulnerable, points in ((Vulnerability.NS, -400), (Vulnerability.EW, -600)):
        assert weighted(AssignScore((by_east,)), vulnerable) == (((100, points),),) * 2


def test_the_sides_have_the_same_outcomes_unless_east_west_have_their_own() -> None:
    both = weighted(AssignScore((MADE, DOWN)), Vulnerability.NONE)
    assert both == (((60, 420), (40, -50)),) * 2
    own = weighted(AssignScore((MADE, DOWN), east_west=(Outcome(100),)), Vulnerability.NONE)
    assert own == (((60, 420), (40, -50)), ((100, 0),))


def test_east_wests_score_is_given_only_if_it_is_not_north_souths_with_the_sign_changed() -> None:
    shared = adjusted(PLAYED, AssignScore((MADE, DOWN)), Vulnerability.NONE)
    assert (shared.score_ns, shared.score_ew) == (232, None)
    split = adjusted(PLAYED, AssignScore((MADE, DOWN), east_west=(Outcome(100),)), Vulnerability.NONE)
    assert (split.score_ns, split.score_ew) == (232, 0)


def test_an_adjusted_board_keeps_its_contract_and_has_no_tricks() -> None:
    ruling = AssignScore((MADE, DOWN))
    ended = adjusted(PLAYED, ruling, Vulnerability.NONE)
    assert (ended.contract, ended.tricks, ended.adjusted) == (PLAYED.contract, None, ruling)


def test_an_artificial_score_has_no_points() -> None:
    ended = adjusted(PLAYED, ArtificialScore("plus", "minus"), Vulnerability.NONE)
    assert (ended.score_ns, ended.score_ew) == (0, None)
