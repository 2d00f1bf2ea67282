"""The games of the server over HTTP: their names, their seats, and the JSON Schema of their messages.

A client that does not know a game, such as the page at a table of an installed game, can show the game by its
schema and offer its actions. The file `/v1/schema.json` describes only the games of this repository.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Raw, Struct
from starlette.requests import Request
from starlette.responses import Response

from protocol.v1.codes import Code
from protocol.v1.schema import DIALECT
from server.errors import Refusal
from server.games.base import AnyGame
from server.web.responses import answer


class GameRow(Struct, frozen=True):
    """A game of this server by its name, and the number of seats of a table with the default options.

    `replay` is true if the tables of the game show a file of records.
    """

    game: str
    seats: int
    replay: bool


class GameRows(Struct, frozen=True):
    """The games of this server, also those of installed packages, in the order of the registry."""

    games: tuple[GameRow, ...]


class GameSchema(Struct, frozen=True):
    """A game of this server: its seats and its messages.

    `seats` are the names of the seats of a table with the default options. `unprompted` has the tags `t` of
    the actions that a player may make at any time; they carry no `decision`. `schema` is the JSON Schema of a
    table: an object with the properties `action`, `options`, `pub` and `own`.
    """

    game: str
    seats: tuple[str, ...]
    replay: bool
    unprompted: tuple[str, ...]
    schema: dict[str, Any]


class Schemas:
    """The HTTP handlers that describe the games of the server."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        self._games = games
        self._described: dict[str, GameSchema] = {}

    async def list_games(self, request: Request) -> Response:
        """List the games of this server."""
        rows = (GameRow(name, len(_seats(game)), _is_replay(game)) for name, game in self._games.items())
        return answer(GameRows(tuple(rows)))

    async def show_game(self, request: Request) -> Response:
        """Return the names of a game's seats, and the JSON Schema of the game's messages."""
        name = request.path_params["game"]
        game = self._games.get(name)
        if game is None:
            raise Refusal(
                Code.INVALID_MESSAGE,
                f"expected a game of this server: {', '.join(self._games)}; got {name[:80]}",
            )
        if name not in self._described:
            self._described[name] = described(game)
        return answer(self._described[name])


def described(game: AnyGame) -> GameSchema:
    """Return the description of a game.

    The schema is made by msgspec and not by `protocol.v1.schema`, because a package may use types that the
    messages of the protocol do not use.
    """
    kinds = {
        "action": game.action_type,
        "options": game.options_type,
        "pub": game.pub_type,
        "own": game.own_type,
    }
    schemas, defs = msgspec.json.schema_components(kinds.values(), ref_template="#/$defs/{name}")
    schema = {
        "$schema": DIALECT,
        "title": game.name,
        "type": "object",
        "properties": dict(zip(kinds, schemas, strict=True)),
        "$defs": defs,
    }
    unprompted = sorted(str(kind.__struct_config__.tag) for kind in game.unprompted)
    return GameSchema(game.name, _seats(game), _is_replay(game), tuple(unprompted), schema)


def legal_actions(game: AnyGame, view: bytes) -> list[Any] | None:
    """Return the legal actions of the seat for which a message `view` in JSON is made.

    They are worked out from the view alone. Returns None if the view is not that of a seat, or if the own
    halves of the game's views do not tell the legal actions.
    """
    seen = msgspec.json.decode(view, type=_Seen)
    if seen.audience != "seat" or not hasattr(game.own_type, "legal_actions"):
        return None
    own: Any = msgspec.json.decode(seen.own, type=game.own_type | None)
    return [] if own is None else list(own.legal_actions())


class _Seen(Struct):
    """The fields of a message `view` from which the legal actions follow."""

    audience: str | int
    own: Raw = Raw(b"null")


def _seats(game: AnyGame) -> tuple[str, ...]:
    return game.seat_names(game.options_type())


def _is_replay(game: AnyGame) -> bool:
    return game.showing is not None
