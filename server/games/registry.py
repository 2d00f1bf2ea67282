"""The games that this server plays."""

from __future__ import annotations

from server.games.base import Game
from server.games.bridge.game import BRIDGE
from server.games.hanabi.game import HANABI
from server.games.replay.bridge import REPLAY
from server.games.replay.hanabi import HANABI_REPLAY
from server.games.spades.game import SPADES

GAMES: dict[str, Game] = {game.name: game for game in (BRIDGE, HANABI, HANABI_REPLAY, REPLAY, SPADES)}
