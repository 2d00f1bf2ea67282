"""The registry of the games that clients know, and functions that find the game of a view."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from bots.bridge.client import BRIDGE
from bots.game import GameClient
from bots.hanabi.client import HANABI
from bots.spades.client import SPADES
from bots.view import Action, View

__all__ = ["DEFAULT_GAME", "GAMES", "Action", "GameClient", "View"]

GAMES: dict[str, GameClient[Any]] = {
    game.name: game
    for game in (
        *BRIDGE,
        *SPADES,
        *HANABI,
    )
}
"""The games that clients know, by their names in messages.

The map of the games is read at each use, so a game may be added at any time.
"""

DEFAULT_GAME = next(iter(GAMES))
"""The name of the first registered game, used if a caller names no game."""


def game_of(view: View) -> str:
    """Return the name of a view's game, spelled as the request `open` requires it."""
    return str(view.pub.__struct_config__.tag)


def client_of(view: View) -> GameClient[Any]:
    """Return the description (GameClient) of the game that a view shows."""
    return GAMES[game_of(view)]


def played_games() -> tuple[GameClient[Any], ...]:
    """Return the games that can be played: all games without the replays."""
    return tuple(game for game in GAMES.values() if not game.shows_records)


def robots_games() -> tuple[str, ...]:
    """Return the names of the games that the plain and the random robot play."""
    return tuple(name for name, game in GAMES.items() if game.brain is not None)


def deal_number(view: View) -> object:
    """Return the number of the deal in a view."""
    return getattr(view.pub, client_of(view).deal_field, None)


def answers(view: View, action: Struct) -> bool:
    """Return True if an action of the type of `action` answers the decision in `view`.

    Only the type of the action counts: a bid with an alert answers a decision with bids, even if the legal
    bids have no alert.
    """
    return view.own is not None and any(isinstance(action, type(legal)) for legal in view.own.legal_actions())


def seats_of(game: str, players: int) -> tuple[str, ...]:
    """Return the names of the seats of a game in the order of their numbers, such as `N` for seat 0."""
    return GAMES[game].seats(players)


def seats_at(view: View) -> tuple[str, ...]:
    """Return the names of the seats of the table that a view shows."""
    game = client_of(view)
    return game.seats(game.players(view))
