"""The list of all card games that this server plays."""

from __future__ import annotations

from server.games.base import AnyGame
from server.games.bridge.game import GAMES as BRIDGE
from server.games.hanabi.game import GAMES as HANABI
from server.games.spades.game import GAMES as SPADES

GAMES: dict[str, AnyGame] = {
    game.name: game
    for games in (
        BRIDGE,
        HANABI,
        SPADES,
    )
    for game in games
}
DEFAULT_GAME = "bridge"
"""The game that the server assumes in a request that does not name a game."""
