"""The game of a state, for tests that play any of them."""

from __future__ import annotations

from copy import copy
from typing import Any

from server.games.base import AnyGame
from server.games.registry import GAMES


def game_of(state: Any) -> AnyGame:
    """Return the registered game that a state is of."""
    return next(game for game in GAMES.values() if type(state) is game.state_type)


def with_rules(game: AnyGame, **changed: Any) -> AnyGame:
    """Return the game with other attributes, or other functions in place of methods."""
    varied = copy(game)
    for name, value in changed.items():
        setattr(varied, name, value)
    return varied
