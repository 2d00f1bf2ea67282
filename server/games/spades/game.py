"""The games that Spades adds to the server's list: Spades itself, and the replay of recorded hands."""

from __future__ import annotations

from server.games.base import AnyGame
from server.games.spades.replay import SPADES_REPLAY
from server.games.spades.rules import SPADES

GAMES: tuple[AnyGame, ...] = (SPADES, SPADES_REPLAY)
