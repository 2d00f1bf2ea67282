"""Functions that convert clients' requests into commands to a table, with values of the game's own types.

Requests are converted before they enter the inbox of a table. Behind the inbox no code depends on the
encoding of a client's connection.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import Struct

from protocol.v1.codec import Codec, InvalidMessage, convert, converter
from protocol.v1.codes import Code
from protocol.v1.requests import Act, Consent, Host, Next, Rule, Show, Sit, Stand, Wait
from server.errors import Refusal
from server.games.base import AnyGame
from server.table.events import encode
from server.table.typed_requests import ChangeTable, MakeAction, MakeRuling
from server.text import clean_fields

CACHED_ACTIONS = 512
"""The maximum number of actions of one game that are cached after their conversion from messages."""
MAX_CACHED_BYTES = 48
"""The maximum length of an encoded action that is cached: longer ones have free text."""

TableChange = Sit | Stand | Next | Wait | Show | Consent | Host | Rule | Act
"""A client's request that goes into a table's inbox, because it may change the table."""
Converted = Sit | Stand | Next | Wait | Show | Consent | ChangeTable | MakeRuling | MakeAction
"""A client's request after its conversion."""


def command_of(game: AnyGame, request: TableChange, codec: Codec) -> Converted:
    """Return the command that a client's request becomes at a table of `game`.

    `codec` is the encoding in which the request came. Raises Refusal with the JSON path of the first fault in
    the request's action, options or ruling.
    """
    match request:
        case Act():
            return actions_of(game).command(request, codec)
        case Host():
            return _change(game, request, codec)
        case Rule():
            return MakeRuling(_ruling(game, request.ruling, codec), request.id)
        case _:
            return request


class Actions:
    """The object that converts the messages of a game's players into actions, with their text cleaned.

    The players of a game send few different actions over and over, such as the 52 cards, so the converted
    values of short messages are cached. The cache halves the time that it takes to convert a message to an
    action.
    """

    def __init__(self, game: AnyGame) -> None:
        self._convert, self._pages = converter(game.action_type), game.pages
        self.cached: dict[bytes, Any] = {}

    def command(self, request: Act, codec: Codec) -> MakeAction:
        """Return the command for a player's message.

        Raises Refusal if the message has no action of the game.
        """
        plain = request.action
        # The key is the whole action in msgpack, in which, other than in a comparison, 1, 1.0 and True
        # differ. The encodings of the protocol have separate keys, because only JSON turns keys of objects
        # into numbers. A value that msgpack cannot encode is a number above 64 bits, of no action.
        try:
            key = encode(plain) if codec.binary else b"j" + encode(plain)
        except OverflowError:
            key = b""
        action = self.cached.get(key)
        if action is None:
            action = self._read(plain, codec, key)
        return MakeAction(action, request.n, request.decision, request.id)

    def _read(self, plain: dict[str, Any], codec: Codec, key: bytes) -> Any:
        try:
            action = clean_fields(self._convert(plain, codec, "$.action"), self._pages)
        except InvalidMessage as error:
            raise Refusal(Code.INVALID_MESSAGE, str(error)) from None
        if 0 < len(key) <= MAX_CACHED_BYTES:
            if len(self.cached) >= CACHED_ACTIONS:
                self.cached.clear()
            self.cached[key] = action
        return action


@cache
def actions_of(game: AnyGame) -> Actions:
    """Return the object that converts the messages of a game's players into actions of that game.

    All tables of the game share the object, and so its cache.
    """
    return Actions(game)


def read_options(game: AnyGame, options: dict[str, Any], codec: Codec) -> Struct:
    """Return a game's options, converted from plain data of a message.

    Raises Refusal with the JSON path of the first fault in the options.
    """
    try:
        read: Struct = convert(options, game.options_type, codec, at="$.options")
    except InvalidMessage as error:
        raise Refusal(Code.INVALID_MESSAGE, str(error)) from None
    return read


def _change(game: AnyGame, request: Host, codec: Codec) -> ChangeTable:
    return ChangeTable(
        id=request.id,
        options=None if request.options is None else read_options(game, request.options, codec),
        seats=request.seats,
        policy=request.policy,
        pause=request.pause,
        terminate=request.terminate,
        directors=request.directors,
        commentators=request.commentators,
        invited=request.invited,
        place=request.place,
        add_ms=request.add_ms,
        host=request.host,
        onlookers=request.onlookers,
        unwelcome=request.unwelcome,
    )


def _ruling(game: AnyGame, ruling: dict[str, Any], codec: Codec) -> Any:
    """Return a director's ruling, None if the game has no director."""
    if game.directing is None:
        return None
    try:
        return clean_fields(convert(ruling, game.directing.ruling_type, codec, at="$.ruling"))
    except InvalidMessage as error:
        raise Refusal(Code.INVALID_MESSAGE, str(error)) from None
