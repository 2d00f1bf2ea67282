"""The games that bridge adds to the registry. The game classes are in `rules.py` and `replay.py`."""

from __future__ import annotations

from server.games.base import AnyGame
from server.games.bridge.replay import REPLAY
from server.games.bridge.rules import BRIDGE

GAMES: tuple[AnyGame, ...] = (BRIDGE, REPLAY)
