"""The games that this server plays."""

from __future__ import annotations

from server.games.base import Game
from server.games.bridge.replay import REPLAY
from server.games.bridge.rules import BRIDGE
from server.games.hanabi.replay import HANABI_REPLAY
from server.games.hanabi.rules import HANABI
from server.games.spades.rules import SPADES

GAMES: dict[str, Game] = {game.name: game for game in (BRIDGE, HANABI, HANABI_REPLAY, REPLAY, SPADES)}
DEFAULT_GAME = "bridge"
"""The game of a request that names none."""
