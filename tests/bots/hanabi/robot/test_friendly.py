"""The friendly robot has a legal answer at every table, whatever its variant, options and characters."""

from __future__ import annotations

from random import Random

import pytest

from bots.hanabi.robot.friendly import HanabiFriendly
from protocol.v1.hanabi import Action, End, Options
from server.games.base import Seated
from server.games.hanabi.moves import effect
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState
from tests.games.hanabi.random_play import choice, random_game, random_options
from tests.games.hanabi.test_every_variant import families


def answer_of(robot: HanabiFriendly, state: HanabiState) -> Action:
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
    robots = [HanabiFriendly() for _ in state.hands]
    while state.ended is None:
        action = effect(state, answer_of(robots[state.seat], state))
        state = HANABI.apply(state, state.seat, choice(state, rng) if rng.random() < others else action)
    return state


@pytest.mark.parametrize("bound", [False, True], ids=["free", "with characters"])
@pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.variants)])
def test_games_of_many_families_are_played_to_their_end(every: int, bound: bool) -> None:
    rng = Random(26)
    for family in [*families().values()][::every]:
        options = random_options(rng.choice(family).name, rng, detrimental_characters=bound)
        assert a_game_among(options, rng, others=rng.choice((0.0, 0.3))).ended is not None


@pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.strength)])
@pytest.mark.timeout(600)
def test_friendly_robots_rarely_strike_out_in_any_family_of_variants(every: int) -> None:
    rng, ends = Random(1), []
    for family in [*families().values()][::every]:
        variant = rng.choice(family)
        if variant.hole or variant.inverted:
            continue  # the robot plays literally there
        ended = a_game_among(Options(players=rng.choice((2, 3, 4, 5, 6)), variant=variant.name), rng, 0).ended
        assert ended is not None
        ends.append(ended.end)
    assert ends.count(End.STRIKEOUT) <= len(ends) / 20


@pytest.mark.parametrize("players", range(2, 7))
def test_any_position_has_an_answer_even_if_no_player_follows_the_conventions(players: int) -> None:
    rng = Random(players)
    for _ in range(2):
        robots = [HanabiFriendly() for _ in range(players)]
        for state in random_game(random_options("No Variant", rng, players=players), rng):
            if state.ended is None:
                answer_of(robots[state.seat], state)


@pytest.mark.parametrize(
    "variant", ["No Variant", "6 Suits", "Rainbow (5 Suits)", "Black Reversed (5 Suits)"]
)
def test_the_same_view_leads_to_the_same_answer_whatever_came_before(variant: str) -> None:
    rng = Random(variant)
    for _ in range(2):
        seasoned = HanabiFriendly()
        for state in random_game(random_options(variant, rng), rng, clumsy=0):
            if state.ended is None:
                assert answer_of(seasoned, state) == answer_of(HanabiFriendly(), state)


def test_a_view_without_a_decision_is_refused() -> None:
    state = next(random_game(Options(players=3), Random(1)))
    waiting = HANABI.own(state, Seated(1))
    assert waiting is not None
    with pytest.raises(ValueError, match="expected the view of a player that has to decide"):
        HanabiFriendly().choose(HANABI.pub(state), waiting)
