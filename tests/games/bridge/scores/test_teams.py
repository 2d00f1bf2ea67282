"""Tests of the points of a team on one board, by the scores of its two rooms."""

from __future__ import annotations

from fractions import Fraction

from protocol.v1.bridge import ArtificialScore
from server.games.bridge.scores.artificial import Share, Shares
from server.games.bridge.scores.teams import team_imps, team_matchpoints

AVERAGE_PLUS = ArtificialScore("plus", "minus")


def test_the_imps_of_a_team_are_those_of_the_sum_of_its_scores_in_both_rooms() -> None:
    assert team_imps(620, 170) == 10  # The opponents got 170 with the cards of North-South: 450 points less.
    assert team_imps(170, 620) == -10
    assert team_imps(100, 100) == 0


def test_assigned_outcomes_are_compared_one_by_one() -> None:
    half_game = ((50, 620), (50, -100))
    assert team_imps((half_game, half_game), 170) == Fraction(10 - 7, 2)


def test_an_artificial_score_counts_three_imps_or_sixty_per_cent_without_a_comparison() -> None:
    assert (team_imps(AVERAGE_PLUS, 620), team_imps(620, AVERAGE_PLUS)) == (3, -3)
    assert (team_matchpoints(AVERAGE_PLUS, 620), team_matchpoints(620, AVERAGE_PLUS)) == (
        Fraction(6, 5),
        Fraction(4, 5),
    )


def test_artificial_scores_in_both_rooms_count_by_their_mean_and_a_missing_room_not_at_all() -> None:
    assert team_imps(AVERAGE_PLUS, AVERAGE_PLUS) == 0
    assert team_imps(AVERAGE_PLUS, None) == 3
    assert team_imps(Shares(Share(150), "minus"), None) == Fraction(3, 2)


def test_board_a_match_counts_two_for_the_better_score_and_one_for_a_tie() -> None:
    assert [team_matchpoints(own, other) for own, other in ((110, 100), (100, 110), (50, 50))] == [2, 0, 1]
