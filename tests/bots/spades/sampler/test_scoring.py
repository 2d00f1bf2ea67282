"""The sampler's scoring of a hand agrees with the rules of Spades."""

from __future__ import annotations

from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bots.spades.sampler.questions import match_of
from bots.spades.sampler.scoring import Standing, after_hand, gain, winner
from protocol.v1.spades import HandResult, Score
from server.games.spades.rules import SPADES
from server.games.spades.settled import seats_of, sides_of
from tests.bots.spades.sampler.hands import moved, seen_by
from tests.games.random_games import random_options

QUICK = settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))


def ended(seed: int) -> tuple[object, HandResult, tuple[int, ...]]:
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
def test_points_bags_sets_penalties_and_the_winner_are_those_of_the_rules(seed: int) -> None:
    rules, result, order = ended(seed)
    bids = dict(enumerate(result.bids))
    gains = [
        gain(
            rules,
            [bids[seat] for seat in order if seat in seats_of(rules, side) and seat in bids],
            [result.tricks[seat] for seat in order if seat in seats_of(rules, side)],
        )
        for side in range(len(result.sides))
    ]
    assert [(each.points, each.bags, each.set) for each in gains] == [
        (side.points, side.bags, side.set) for side in result.sides
    ]
    before = [Standing(side.before.points, side.before.bags, side.before.sets) for side in result.sides]
    after = after_hand(rules, gains, before)
    assert after == tuple(
        Standing(side.after.points, side.after.bags, side.after.sets) for side in result.sides
    )
    assert winner(rules, after, result.hand, gains) == result.winner
