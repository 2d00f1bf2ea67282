"""The plain robot has a legal answer at every table, whatever its variant, options and characters."""

from __future__ import annotations

from random import Random

import pytest

from bots.hanabi.robot.plain import HanabiPlain
from protocol.v1.hanabi import Action, Options
from server.games.base import Seated
from server.games.hanabi.moves import effect
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState
from tests.games.hanabi.random_play import choice, random_game, random_options
from tests.games.hanabi.test_every_variant import families


def answer_of(robot: HanabiPlain, state: HanabiState) -> Action:
    """Return a robot's answer and check that it is legal."""
    own = HANABI.own(state, Seated(state.seat))
    assert own is not None
    action = robot.choose(HANABI.pub(state), own)
    assert action in own.legal_actions()
    return action


def a_game_among(options: Options, rng: Random, others: float) -> HanabiState:
    """Play a game of robots to its end, in which another player makes some of the moves."""
    state = HANABI.start(options)
    state = HANABI.apply(state, None, HANABI.chance(state, rng))  # type: ignore[arg-type]
    robots = [HanabiPlain() for _ in state.hands]
    while state.ended is None:
        action = effect(state, answer_of(robots[state.seat], state))
        state = HANABI.apply(state, state.seat, choice(state, rng) if rng.random() < others else action)
    return state


@pytest.mark.parametrize("bound", [False, True], ids=["free", "with characters"])
def test_games_of_every_family_are_played_to_their_end(bound: bool) -> None:
    """Games of robots alone end, and games with players who know no conventions end, too."""
    rng = Random(25)
    for family in families().values():
        options = random_options(rng.choice(family).name, rng, detrimental_characters=bound)
        assert a_game_among(options, rng, others=rng.choice((0.0, 0.3))).ended is not None


@pytest.mark.parametrize("players", range(2, 7))
def test_any_position_without_a_variant_has_an_answer_even_if_no_player_follows_the_conventions(
    players: int,
) -> None:
    rng = Random(players)
    for _ in range(3):
        options = random_options("No Variant", rng, players=players)
        robots = [HanabiPlain() for _ in range(players)]
        for state in random_game(options, rng):
            if state.ended is None:
                answer_of(robots[state.seat], state)


@pytest.mark.parametrize("variant", ["No Variant", "6 Suits", "3 Suits", "Rainbow (5 Suits)"])
def test_the_same_view_leads_to_the_same_answer_whatever_came_before(variant: str) -> None:
    rng = Random(variant)
    for _ in range(2):
        seasoned = HanabiPlain()
        for state in random_game(random_options(variant, rng), rng, clumsy=0):
            if state.ended is None:
                assert answer_of(seasoned, state) == answer_of(HanabiPlain(), state)


def test_a_view_without_a_decision_is_refused() -> None:
    rng = Random(1)
    state = next(random_game(Options(players=3), rng))
    waiting = HANABI.own(state, Seated(1))
    assert waiting is not None
    with pytest.raises(ValueError, match="expected the view of a player that has to decide"):
        HanabiPlain().choose(HANABI.pub(state), waiting)
    assert HanabiPlain().answer(HANABI.pub(state), waiting) == ()
