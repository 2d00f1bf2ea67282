"""The games that bridge adds to the server's list of games.

The classes with the rules of bridge and of its replays are in `rules.py` and `replay.py`.
"""

from __future__ import annotations

from server.games.base import AnyGame
from server.games.bridge.replay import REPLAY
from server.games.bridge.rules import BRIDGE

GAMES: tuple[AnyGame, ...] = (BRIDGE, REPLAY)
