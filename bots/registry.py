"""The games that these players know, one line each, and what is asked of them about a view."""

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
"""The games by their names on the wire. It is read at every use, so that one more may be added to it."""

DEFAULT_GAME = next(iter(GAMES))
"""What is played where nothing is said: the first."""


def game_of(view: View) -> str:
    """Return the name of the game that a view is of, as `open` takes it."""
    return str(view.pub.__struct_config__.tag)


def client_of(view: View) -> GameClient[Any]:
    """Return what is known of the game that a view is of."""
    return GAMES[game_of(view)]


def played_games() -> tuple[GameClient[Any], ...]:
    """Return the games that are played, which are all but those that show records."""
    return tuple(game for game in GAMES.values() if not game.shows_records)


def robots_games() -> tuple[str, ...]:
    """Return the names of the games that the plain and the random robot play: those that have a brain."""
    return tuple(name for name, game in GAMES.items() if game.brain is not None)


def deal_number(view: View) -> object:
    """Return the number that a view's game gives to the deal that is shown."""
    return getattr(view.pub, client_of(view).deal_field, None)


def answers(view: View, action: Struct) -> bool:
    """Return whether such an action answers the decision in a view; a call does, with an alert or without."""
    return view.own is not None and any(isinstance(action, type(legal)) for legal in view.own.legal_actions())


def seats_of(game: str, players: int) -> tuple[str, ...]:
    """Return the seats of a table as they are written and typed everywhere, in the order of their numbers."""
    return GAMES[game].seats(players)


def seats_at(view: View) -> tuple[str, ...]:
    """Return the seats of the table that a view shows."""
    game = client_of(view)
    return game.seats(game.players(view))
