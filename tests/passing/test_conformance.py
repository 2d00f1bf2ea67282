"""What every game of the registry must keep, kept by a game in which all seats decide at once."""

from __future__ import annotations

import pytest

from tests.games.random_games import random_games
from tests.games.test_contract import *  # noqa: F403 - the suite itself, on another game
from tests.passing.game import PASSING

pytestmark = pytest.mark.parametrize("game", [PASSING], ids=[PASSING.name])


def test_the_random_games_have_several_seats_to_act_and_moves_that_were_taken_back(game: object) -> None:
    states = [
        state for played in random_games(PASSING.name) for deal in played.deals for state in deal.states
    ]
    assert {len(PASSING.to_act(state)) for state in states} == {0, 1, 2, 3}
    assert {state.taken_back for state in states} == {True, False}
