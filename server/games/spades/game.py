"""The games of the registry that play Spades."""

from __future__ import annotations

from server.games.base import AnyGame
from server.games.spades.rules import SPADES

GAMES: tuple[AnyGame, ...] = (SPADES,)
