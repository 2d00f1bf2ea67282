"""The games that Hanabi adds to the server's list: Hanabi itself, and the replay of recorded games."""

from __future__ import annotations

from server.games.base import AnyGame
from server.games.hanabi.replay import HANABI_REPLAY
from server.games.hanabi.rules import HANABI

GAMES: tuple[AnyGame, ...] = (HANABI, HANABI_REPLAY)
