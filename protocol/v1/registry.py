"""The list of the games of the protocol."""

from __future__ import annotations

from protocol.v1.bridge.game import NOUNS as BRIDGE
from protocol.v1.game_nouns import GameNouns
from protocol.v1.hanabi.game import NOUNS as HANABI
from protocol.v1.spades.game import NOUNS as SPADES

GAMES: dict[str, GameNouns] = {
    game.name: game
    for games in (
        BRIDGE,
        HANABI,
        SPADES,
    )
    for game in games
}
"""The message types of each game by the game's name.

Code must not copy this mapping of games, because installed packages may add games to it later.
"""
