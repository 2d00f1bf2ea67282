"""The games of the registry that play or replay bridge."""

from __future__ import annotations

from server.games.base import AnyGame
from server.games.bridge.replay import REPLAY
from server.games.bridge.rules import BRIDGE

GAMES: tuple[AnyGame, ...] = (BRIDGE, REPLAY)
