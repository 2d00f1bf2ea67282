"""Tests of properties that hold for whole games under random rules."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from protocol.rules.spades.sides import seats_of, sides_of, tricks_of
from protocol.v1.spades import Card, Keep, Options, Pass
from protocol.v1.spades.deck import deck_of
from server.games.spades.rules import SPADES
from server.games.spades.state import SpadesState
from tests.games.random_games import PlayedDeal, play_game, random_options
from tests.games.spades.played_hands import VARIANTS, hands_of

SEEDS = st.integers(0, 2**32)
QUICK = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def held(state: SpadesState) -> list[Card]:
    return [card for hand in state.hands for card in hand]


def everything_adds_up(hand: PlayedDeal) -> None:
    last = hand.states[-1]
    cards_add_up(hand)
    tricks_add_up(last)
    scores_add_up(hand.base, last)
    exchanges_permute(hand)


def cards_add_up(hand: PlayedDeal) -> None:
    """Assert that each card of the variant's deck is in exactly one place."""
    deck = set(deck_of(hand.base.rules).cards)
    for state in hand.states[1:]:
        played = [play.card for play in state.plays]
        away = [card for laid in state.laid_away for card in laid]
        stock = [] if state.deal is None else list(state.deal.stock[2 * state.draws :])
        everywhere = held(state) + played + away + stock
        assert len(everywhere) == len(deck)
        assert set(everywhere) == deck


def tricks_add_up(last: SpadesState) -> None:
    """Assert that tricks won and cards played add up, and that all seats have played equally many cards."""
    assert sum(last.tricks) == tricks_of(last.rules)
    assert len(last.plays) == last.rules.players * tricks_of(last.rules)
    counts = [sum(play.seat == seat for play in last.plays) for seat in range(last.rules.players)]
    assert set(counts) == {tricks_of(last.rules)}


def scores_add_up(base: SpadesState, last: SpadesState) -> None:
    rules, ended = last.rules, SPADES.result(last)
    assert ended is not None
    given = sum(side.penalty for side in ended.sides)
    for place, side in enumerate(ended.sides):
        assert side.before == base.scores[place]
        assert side.tricks == sum(last.tricks[seat] for seat in seats_of(rules, place))
        assert 0 <= side.bags <= side.tricks
        change = side.after.points - side.before.points
        if rules.bag_penalty_to == "self":
            assert change == side.points - side.penalty
        else:
            assert change >= side.points
            assert given == 0
        lost = side.before.bags + side.bags - side.after.bags
        if rules.bag_limit == 0:
            assert lost == 0
        elif rules.bag_rollover == "subtract":
            assert lost % rules.bag_limit == 0
            assert 0 <= side.after.bags < rules.bag_limit
        assert side.after.sets == side.before.sets + side.set
    assert len(ended.sides) == sides_of(rules)
    assert SPADES.carry(last).scores == tuple(side.after for side in ended.sides)


def exchanges_permute(hand: PlayedDeal) -> None:
    """Assert that a pass moves cards to partner, and that each hand ends at its former size."""
    for before, (seat, action), after in zip(hand.states, hand.log, hand.states[1:], strict=False):
        if isinstance(action, Pass):
            assert seat is not None
            assert sorted(held(before)) == sorted(held(after))
            assert set(before.hands[seat]) - set(after.hands[seat]) == set(action.cards)
        elif not isinstance(action, Keep) and after.phase == "play" and not after.plays:
            assert {len(cards) for cards in after.hands} == {tricks_of(after.rules)}


@QUICK
@given(SEEDS)
def test_under_any_rules_cards_tricks_scores_and_exchanges_add_up(seed: int) -> None:
    for hand in hands_of(random_options(SPADES, Random(seed)), seed):
        everything_adds_up(hand)


@pytest.mark.parametrize("said", VARIANTS, ids=str)
def test_in_every_variant_cards_tricks_scores_and_exchanges_add_up(said: dict[str, object]) -> None:
    for seed in range(4):
        for hand in hands_of(Options(**said), seed):
            everything_adds_up(hand)


@pytest.mark.parametrize("said", VARIANTS, ids=str)
def test_a_game_comes_to_its_end_and_then_has_a_winner(said: dict[str, object]) -> None:
    ended = play_game(SPADES, Options(**said, rounds=4), Random(1), 60).deals[-1].states[-1]
    after = SPADES.carry(ended)
    assert after.winner is not None
    assert after.winner == SPADES.result(ended).winner == SPADES.pub(after).winner
    assert not SPADES.deal_due(after)
    best = max(score.points for score in after.scores)
    if ended.hand > 4:
        assert after.scores[after.winner].points == best
