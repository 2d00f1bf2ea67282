"""The bare play of a hand agrees with the rules of Spades, card by card, under any rules of a table."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bots.spades.sampler.bits import Coded, codes_of, held
from bots.spades.sampler.questions import laws_of, position_of
from bots.spades.sampler.rollout import by_rules, play_out
from bots.spades.sampler.table import Table, legal_sets
from protocol.v1.spades import Options
from server.games.spades import play
from server.games.spades.rules import SPADES
from server.games.spades.state import SpadesState
from tests.bots.spades.sampler.hands import all_hands, card_action, dealt, played_to_cards, seen_by
from tests.games.random_games import random_options

QUICK = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


class Shadow:
    """A player of all seats that applies each choice to the real rules, too, and compares."""

    def __init__(self, state: SpadesState, rng: Random | None) -> None:
        self.state = state
        self.rng = rng

    def __call__(self, table: Table) -> Coded:
        state = self.state
        assert (table.turn, tuple(table.tricks), table.broken) == (state.turn, state.tricks, state.broken)
        real = held(codes_of(state.rules), play.legal_cards_of(state))
        assert tuple(legal_sets(table)) == real
        legal = [(suit, 1 << place) for suit in range(4) for place in range(17) if real[suit] >> place & 1]
        chosen = by_rules(table) if self.rng is None else self.rng.choice(legal)
        assert chosen in legal
        self.state = SPADES.apply(state, table.turn, card_action(state, *chosen))
        return chosen


def compare(options: Options, seed: int, *, by_robot: bool) -> None:
    """Play a hand by the bare play and by the rules, and assert that they agree."""
    rng = Random(seed)
    state = played_to_cards(dealt(options, rng), rng)
    assert state.turn is not None
    for _ in range(rng.randrange(len(state.hands[0]) * state.rules.players)):
        assert state.turn is not None
        state = SPADES.apply(state, state.turn, rng_card(state, rng))
    assert state.turn is not None
    seen, shadow = seen_by(state, state.turn), Shadow(state, None if by_robot else rng)
    tricks = play_out(laws_of(seen), position_of(seen), all_hands(state), choose=shadow)
    assert SPADES.to_act(shadow.state) == ()
    assert tricks == shadow.state.tricks


def rng_card(state: SpadesState, rng: Random) -> object:
    code = codes_of(state.rules)[rng.choice(play.legal_cards_of(state))]
    return card_action(state, *code)


@QUICK
@given(st.integers(0, 2**32))
def test_under_any_rules_random_cards_are_legal_in_both_and_win_the_same_tricks(seed: int) -> None:
    compare(random_options(SPADES, Random(seed)), seed, by_robot=False)


@QUICK
@given(st.integers(0, 2**32))
def test_under_any_rules_the_simple_rules_play_only_legal_cards(seed: int) -> None:
    compare(random_options(SPADES, Random(seed)), seed, by_robot=True)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"lead_spades": "discarded", "first_trick": "free"},
        {"first_leader": "low_club", "first_trick": "low_club"},
        {"lead_spades": "only_if_forced"},
        {"jokers": "jjdd", "lead_spades": "anytime"},
        {"players": 3},
        {"players": 6, "nil_pass": 2},
    ],
    ids=str,
)
def test_each_rule_of_play_agrees(rules: dict[str, object], seed: int) -> None:
    compare(Options(**rules), seed, by_robot=bool(seed % 2))


def test_the_bare_play_knows_the_tricks_that_a_side_still_needs_at_every_card() -> None:
    rng = Random(3)
    state = played_to_cards(dealt(Options(failed_nil_tricks="bag_only"), rng), rng)
    assert state.turn is not None
    seen = seen_by(state, state.turn)
    table = Table(laws_of(seen), position_of(seen), all_hands(state))
    while table.left:
        assert state.turn is not None
        now = seen_by(state, state.turn)
        assert tuple(table.need) == tuple(now.need(side) for side in range(2))
        assert table.nil == [now.nil(seat) for seat in range(4)]
        action = rng_card(state, rng)
        table.play(*codes_of(state.rules)[action.card])
        state = SPADES.apply(state, state.turn, action)
