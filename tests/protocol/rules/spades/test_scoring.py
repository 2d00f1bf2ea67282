"""Tests of scores beyond the shared cases: each option's rule, bags, and the end of a game."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.rules.spades import scoring
from protocol.v1.spades import Rules, Score
from tests.games.spades.hands import bid


def side(bids: str, *tricks: int, **rules: Any) -> scoring.Earned:
    """Return the score of a side with these bids, in their order, and the tricks of each bidder."""
    return scoring.earned(Rules(**rules), [bid(word) for word in bids.split()], tricks)


def points(bids: str, *tricks: int, **rules: Any) -> int:
    return side(bids, *tricks, **rules).points


def after(bags: int, earned: int, **rules: Any) -> tuple[int, int]:
    """Return the penalty and the remaining bags of a side that had and earned these bags."""
    hand = [side("1 0", 1 + earned, 0, **rules), side("1 0", 1, 0, **rules)]
    settled = scoring.settle(Rules(**rules), hand, [Score(0, bags), Score()])
    return settled[0].after.points - settled[0].points, settled[0].after.bags


# Numbers


def test_a_number_that_is_made_scores_ten_for_each_trick_bid_and_one_for_a_bag() -> None:
    assert points("3 4", 3, 4) == 70
    assert points("3 4", 5, 4) == 72
    assert points("3 4", 5, 4, bag_points=0) == 70


def test_a_number_that_is_missed_costs_what_was_bid_or_what_was_missing() -> None:
    assert points("3 4", 3, 3) == -70
    assert points("3 4", 3, 2, set_penalty="10x_short") == -20
    assert side("3 4", 3, 2).set
    assert not side("3 4", 3, 4).set


def test_ten_for_200_is_for_ten_exactly() -> None:
    assert points("6 4", 6, 5, ten_for_200=True) == 201
    assert points("6 4", 6, 3, ten_for_200=True) == -200
    assert points("6 5", 6, 5, ten_for_200=True) == 110


def test_a_bid_of_all_tricks_scores_boston_and_costs_what_any_bid_does() -> None:
    assert points("8 5", 8, 5, boston=500) == 500
    assert points("8 5", 8, 4, boston=500) == -130
    assert points("8 5", 8, 5) == 130


def test_a_bid_of_all_tricks_may_win_the_game() -> None:
    assert side("8 5", 8, 5, boston_wins=True).wins
    assert not side("8 5", 8, 4, boston_wins=True).wins
    assert not side("8 4", 8, 5, boston_wins=True).wins


def test_a_blind_number_counts_double_where_the_whole_side_bid_it_blind() -> None:
    assert points("blind_3 blind_3", 3, 3, blind_bid=6) == 120
    assert points("blind_3 blind_3", 3, 2, blind_bid=6) == -120
    assert points("blind_3 3", 3, 3, blind_bid=6) == 60
    assert points("blind_6 nil", 6, 0, blind_bid=6, blind_bid_times=3) == 180 + 100


# Nil


def test_nil_and_blind_nil_win_and_lose_their_worth() -> None:
    assert points("nil 4", 0, 4) == 140
    assert points("nil 4", 1, 4) == -59
    assert points("blind_nil 4", 0, 4, blind_nil=200) == 240
    assert points("nil", 0, nil=60) == 60


def test_the_tricks_of_a_failed_nil_count_or_are_bags_or_nothing() -> None:
    assert points("nil 5", 1, 4, failed_nil_tricks="count") == 50 - 100
    assert points("nil 5", 1, 4, failed_nil_tricks="bag_only") == -50 - 100 + 1
    assert points("nil 5", 1, 4, failed_nil_tricks="dead") == -50 - 100
    assert [side("nil 5", 2, 5, failed_nil_tricks=way).bags for way in ("count", "bag_only", "dead")] == [
        2,
        2,
        0,
    ]


def test_a_double_nil_counts_twice_or_as_a_whole() -> None:
    assert points("nil blind_nil", 0, 0) == 300
    assert points("nil nil", 0, 0, double_nil="bonus") == 400
    assert points("nil nil", 0, 2, double_nil="bonus") == -400 + 2
    assert points("nil nil", 0, 2) == 0 + 2


def test_a_double_nil_may_win_the_game() -> None:
    assert side("nil nil", 0, 0, double_nil="win").wins
    assert not side("nil nil", 1, 0, double_nil="win").wins
    assert not side("nil 1", 0, 1, double_nil="win").wins
    assert not side("nil", 0, sides="solo").wins


# Bags


def test_ten_bags_cost_a_hundred_and_the_rest_is_kept() -> None:
    assert after(9, 3) == (-100, 2)
    assert after(5, 4) == (0, 9)
    assert after(9, 11) == (-200, 0)


def test_bags_may_be_set_back_to_none_by_a_penalty() -> None:
    assert after(9, 3, bag_rollover="reset") == (-100, 0)


def test_bags_may_count_five_cost_fifty_or_nothing() -> None:
    assert after(4, 2, bag_limit=5, bag_penalty=50) == (-50, 1)
    assert after(9, 11, bag_limit=0) == (0, 20)


def test_bags_may_be_points_of_the_opponents() -> None:
    rules = Rules(bag_penalty_to="opponents", bag_penalty=50)
    hand = [side("1 0", 3, 0), side("1 0", 1, 0)]
    first, second = scoring.settle(rules, hand, [Score(0, 9), Score()])
    assert (first.after, first.penalty) == (Score(12, 1), 0)
    assert second.after == Score(60, 0)


# The end of the game


def won(*points: int, hands: int = 1, sets: tuple[int, ...] = (), **rules: Any) -> int | None:
    """Return the side that wins with these scores."""
    lost = sets or (0,) * len(points)
    scores = [Score(each, 0, count) for each, count in zip(points, lost, strict=True)]
    return scoring.winner(Rules(**rules), scores, hands)


def test_the_target_wins_and_of_two_that_reach_it_the_higher() -> None:
    assert won(499, 300) is None
    assert won(500, 300) == 0
    assert won(510, 520) == 1


def test_a_tie_plays_on() -> None:
    assert won(520, 520) is None
    assert won(100, 100, hands=7, target=0, rounds=7) is None
    assert won(-200, -200) is None


def test_the_floor_loses_and_the_target_comes_first() -> None:
    assert won(-200, 0) == 1
    assert won(-230, -210) == 1
    assert won(500, -300) == 0
    assert won(-1000, 0, floor=0) is None


def test_the_floor_ends_a_game_of_three_for_the_best_side() -> None:
    assert won(-200, 150, 90) == 1
    assert won(-200, 90, 90) is None


def test_a_game_may_have_a_number_of_hands() -> None:
    assert won(10, 20, hands=6, target=0, rounds=7) is None
    assert won(10, 20, hands=7, target=0, rounds=7) == 1


@pytest.mark.parametrize(("sets", "winner"), [((2, 0), None), ((3, 0), 1), ((3, 3), 0)])
def test_rules_may_make_a_number_of_sets_lose_the_game(sets: tuple[int, int], winner: int | None) -> None:
    assert won(80, 20, sets=sets, sets_lose=3) == winner


def test_too_many_sets_lose_after_the_last_round_unless_the_target_is_reached() -> None:
    assert won(80, 20, hands=7, sets=(3, 0), sets_lose=3, rounds=7) == 1
    assert won(500, 20, hands=7, sets=(3, 0), sets_lose=3, rounds=7) == 0


def test_a_winning_bid_wins_at_any_score() -> None:
    scores = [Score(-100), Score(600)]
    assert scoring.winner(Rules(), scores, 1, [True, False]) == 0
    assert scoring.winner(Rules(), scores, 1, [True, True]) == 1


# The tricks that count


def test_the_tricks_of_a_failed_nil_count_if_the_rules_say_so() -> None:
    three, nil = bid("3"), bid("nil")
    for rules in (Rules(), Rules(failed_nil_tricks="bag_only"), Rules(failed_nil_tricks="dead")):
        assert scoring.is_counted(rules, three)
    assert scoring.is_counted(Rules(failed_nil_tricks="count"), nil)
    assert not scoring.is_counted(Rules(failed_nil_tricks="bag_only"), nil)
    assert not scoring.is_counted(Rules(failed_nil_tricks="dead"), nil)
