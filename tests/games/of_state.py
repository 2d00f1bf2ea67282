"""The game of a state, for tests of all games."""

from __future__ import annotations

from copy import copy
from typing import Any

from server.games.base import AnyGame
from server.games.registry import GAMES


def game_of(state: Any) -> AnyGame:
    """Return the registered game that has states of this type."""
    return next(game for game in GAMES.values() if type(state) is game.state_type)


def with_rules(game: AnyGame, **changed: Any) -> AnyGame:
    """Return the game with some attributes or methods replaced."""
    varied = copy(game)
    for name, value in changed.items():
        setattr(varied, name, value)
    return varied
