"""The chance to win the game after a hand, at scores where a player knows which hand is better."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bots.spades.sampler.chances import Chances, chance_of, hands_to_come
from bots.spades.sampler.questions import match_of
from protocol.rules.spades.sides import sides_of
from protocol.v1.spades import Bid, HandResult, Rules, Score
from server.games.spades.rules import SPADES
from tests.bots.spades.sampler.hands import moved, seen_by
from tests.games.random_games import random_options

EVEN = (Score(200, 2, 0), Score(200, 2, 0))

THREES = dict.fromkeys(range(4), Bid(3))


def after(
    tricks: tuple[int, ...], before: tuple[Score, ...] = EVEN, numbers: str = "3333", **rules: object
) -> float:
    """Return side 0's chance after a hand with these bids and tricks."""
    bids = {seat: Bid(nil=True) if word == "n" else Bid(int(word)) for seat, word in enumerate(numbers)}
    return Chances(Rules(**rules), before, 4, bids, (1, 2, 3, 0), 0).after(tricks)


def test_equal_sides_have_equal_chances_and_points_raise_them() -> None:
    assert chance_of(Rules(), EVEN, 4, 0) == pytest.approx(0.5)
    assert chance_of(Rules(), (Score(260, 2, 0), EVEN[1]), 4, 0) > 0.6


def test_a_made_bid_is_better_than_a_set_one_and_setting_opponents_is_best() -> None:
    made, down, setting = after((3, 4, 3, 3)), after((3, 4, 2, 4)), after((4, 3, 4, 2))
    assert setting > made > down


def test_the_tenth_bag_costs_the_game_when_it_is_close_and_without_a_limit_a_bag_is_a_gain() -> None:
    near = (Score(450, 9, 0), Score(430, 2, 0))
    assert after((4, 3, 3, 3), near) < after((3, 4, 3, 3), near) - 0.3
    assert after((4, 3, 3, 3), bag_limit=0) > after((3, 4, 3, 3), bag_limit=0)


def test_bags_cost_little_when_the_game_is_about_to_end() -> None:
    late = chance_of(Rules(), (Score(480, 4, 0), Score(480, 0, 0)), 8, 0)
    early = chance_of(Rules(), (Score(100, 4, 0), Score(100, 0, 0)), 8, 0)
    assert 0.45 < late <= 0.5
    assert early < late


def test_a_hand_that_ends_the_game_wins_or_loses_everything() -> None:
    close = (Score(440, 2, 0), Score(430, 2, 0))
    assert after((3, 4, 3, 3), close) == 1.0
    assert after((2, 4, 3, 4), close) < 0.1


def test_a_nil_that_fails_costs_chances() -> None:
    assert after((0, 4, 4, 5), numbers="n344") > after((1, 4, 4, 4), numbers="n344") + 0.3


def test_two_nils_win_the_game_if_the_rules_say_so() -> None:
    assert after((0, 6, 0, 7), numbers="n3n3", double_nil="win") == 1.0


def test_where_the_game_is_won_or_lost_a_larger_lead_has_more_value() -> None:
    won = Chances(Rules(), (Score(480, 2, 0), Score(100, 2, 0)), 4, THREES, (1, 2, 3, 0), 0)
    assert won.after((3, 4, 3, 3)) == won.after((4, 2, 4, 3)) == 1.0
    assert won.value((4, 2, 4, 3)) > won.value((3, 4, 3, 3))


@pytest.mark.parametrize(
    ("rules", "number"),
    [({"target": 0, "rounds": 6}, 2.0), ({"target": 255, "floor": 0}, 1.0), ({"target": 201}, 0.6)],
)
def test_the_hands_to_come_follow_from_the_way_in_which_a_game_ends(
    rules: dict[str, object], number: float
) -> None:
    assert hands_to_come(Rules(**rules), EVEN, 4) == pytest.approx(number)


def test_alone_each_player_has_a_chance_of_the_best() -> None:
    four = (Score(300, 0, 0), *(Score(200, 0, 0),) * 3)
    chances = [chance_of(Rules(sides="solo", nil=50), four, 4, side) for side in range(4)]
    assert chances[0] > 2 * chances[1]
    assert chances[1] == chances[2] == chances[3]


QUICK = settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))


def ended(seed: int) -> tuple[Rules, HandResult, tuple[int, ...]]:
    """Return the rules of a random table, the result of a hand, and the seats in order of the bidding."""
    rng = Random(seed)
    state = SPADES.start(random_options(SPADES, rng))
    sides = sides_of(state.rules)
    scores = tuple(Score(rng.randrange(-150, 480), rng.randrange(10), rng.randrange(3)) for _ in range(sides))
    state = replace(state, scores=scores, hand=rng.choice((1, 2, 7)))
    state = SPADES.apply(state, None, SPADES.chance(state, rng))
    order = ()
    while SPADES.to_act(state):
        order = match_of(seen_by(state, 0)).order
        state = moved(state, rng)
    assert state.ended is not None
    return state.rules, state.ended, order


@QUICK
@given(st.integers(0, 2**32))
def test_the_scores_and_the_winner_after_a_hand_are_those_of_its_result(seed: int) -> None:
    rules, result, order = ended(seed)
    before, after = [side.before for side in result.sides], [side.after for side in result.sides]
    for side in range(len(result.sides)):
        chances = Chances(rules, before, result.hand, dict(enumerate(result.bids)), order, side)
        if result.winner is None:
            assert chances.after(result.tricks) == chance_of(rules, after, result.hand, side)
        else:
            assert chances.after(result.tricks) == float(side == result.winner)
