"""The games of the registry that play or replay Hanabi."""

from __future__ import annotations

from server.games.base import AnyGame
from server.games.hanabi.replay import HANABI_REPLAY
from server.games.hanabi.rules import HANABI

GAMES: tuple[AnyGame, ...] = (HANABI, HANABI_REPLAY)
