"""The games that Spades adds to the registry. The class of the rules is in `rules.py`."""

from __future__ import annotations

from server.games.base import AnyGame
from server.games.spades.rules import SPADES

GAMES: tuple[AnyGame, ...] = (SPADES,)
