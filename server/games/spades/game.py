"""Spades, as the registry of games lists it."""

from __future__ import annotations

from server.games.base import AnyGame
from server.games.spades.rules import SPADES

GAMES: tuple[AnyGame, ...] = (SPADES,)
