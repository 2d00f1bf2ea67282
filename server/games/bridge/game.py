"""Bridge, and replays of it, as the registry of games lists them."""

from __future__ import annotations

from server.games.base import AnyGame
from server.games.bridge.replay import REPLAY
from server.games.bridge.rules import BRIDGE

GAMES: tuple[AnyGame, ...] = (BRIDGE, REPLAY)
