"""The plain robot plays whole hands in every seat of every kind of Spades table with legal choices."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bots.spades.robot.plain import SpadesPlain
from protocol.v1.spades import Options
from server.games.base import Public, Seated
from server.games.spades.rules import SPADES
from server.games.spades.state import SpadesState
from tests.games.random_games import random_options
from tests.games.spades.test_games import VARIANTS

HANDS = 2
QUICK = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))


def played(options: Options, seed: int, hands: int = HANDS) -> list[SpadesState]:
    """Return the states at the ends of this many hands. An illegal choice of a robot raises."""
    robot, state, ends = SpadesPlain(), SPADES.start(options), []
    while len(ends) < hands and SPADES.deal_due(state):
        state = SPADES.apply(state, None, SPADES.chance(state, Random(f"{seed} {len(ends)}")))
        while SPADES.to_act(state):
            state = with_answers(robot, state)
            state = moved(robot, state)
        ends.append(state)
        state = SPADES.carry(state)
    return ends


def with_answers(robot: SpadesPlain, state: SpadesState) -> SpadesState:
    """Return the state after the robots' actions that answer no decision."""
    assert robot.first(SPADES.pub(state), SPADES.own(state, Public())) == ()
    for seat in range(state.rules.players):
        for action in robot.first(SPADES.pub(state), SPADES.own(state, Seated(seat))):
            state = SPADES.apply(state, seat, action)
    return state


def moved(robot: SpadesPlain, state: SpadesState) -> SpadesState:
    """Return the state after the robot's choice, which must be legal and the same if repeated."""
    seat = SPADES.to_act(state)[0]
    own = SPADES.own(state, Seated(seat))
    assert own is not None
    action = robot.choose(SPADES.pub(state), own)
    assert action == SpadesPlain().choose(SPADES.pub(state), own)
    assert action in own.legal_actions()
    return SPADES.apply(state, seat, action)


@QUICK
@given(st.integers(0, 2**32))
def test_under_any_rules_every_choice_is_legal_and_would_be_made_again(seed: int) -> None:
    for end in played(random_options(SPADES, Random(seed)), seed):
        assert SPADES.result(end) is not None


@pytest.mark.parametrize("said", VARIANTS, ids=str)
def test_in_every_variant_the_robot_plays_whole_hands_in_every_seat(said: dict[str, object]) -> None:
    ends = played(Options(**said), 7, hands=2)
    assert len(ends) == 2
    assert all(SPADES.result(end) is not None for end in ends)


def test_a_hidden_hand_is_bid_too() -> None:
    state = SPADES.start(Options(blind_nil_behind=0))
    state = SPADES.apply(state, None, SPADES.chance(state, Random(1)))
    own = SPADES.own(state, Seated(1))
    assert own is not None
    assert own.hand is None
    action = SpadesPlain().choose(SPADES.pub(state), own)
    assert action in own.legal_actions()
    assert not action.bid.nil


def test_its_play_depends_only_on_its_own_view() -> None:
    """Two deals that differ only in the cards of other seats lead to the same choice."""
    state = SPADES.start(Options())
    deal = SPADES.chance(state, Random(4))
    assert deal is not None
    one = SPADES.apply(state, None, deal)
    hands = (deal.hands[2], deal.hands[1], deal.hands[3], deal.hands[0])
    other = SPADES.apply(state, None, type(deal)(deal.hand, deal.dealer, hands))
    choices = [SpadesPlain().choose(SPADES.pub(each), SPADES.own(each, Seated(1))) for each in (one, other)]
    assert choices[0] == choices[1]


def test_a_view_without_a_decision_is_refused_with_a_reason() -> None:
    ended = played(Options(rounds=1), 1, hands=1)[0]
    own = SPADES.own(ended, Seated(0))
    assert own is not None
    with pytest.raises(ValueError, match="expected the view of a player that has to decide"):
        SpadesPlain().choose(SPADES.pub(ended), own)
