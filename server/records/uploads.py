"""Uploaded files as what chance does at a table: the deals that it plays, or the record that it shows."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from protocol.v1.codes import Code
from server.errors import BadRecord, IllegalAction, Refusal
from server.games.base import AnyGame
from server.records import registry


def read_upload(text: str | bytes, name: str, game: AnyGame, options: Struct) -> tuple[Any, ...]:
    """Return the actions of chance that an upload makes, each accepted by the game. Raises Refusal.

    `name` is the title of a record that is shown.
    """
    try:
        before = game.start(options)
        why_not = game.deals_fault(options)
        if why_not is not None:
            raise IllegalAction(why_not)
        read: tuple[Any, ...]
        if game.showing is not None:
            read = (registry.load_replay(game.name, text, name),)
        else:
            read = registry.read_deals(text, game.name)
        for action in read:
            game.apply(before, None, action)
    except BadRecord as error:
        raise Refusal(Code.INVALID_MESSAGE, f"{error} - at `$.boards`") from None
    except IllegalAction as error:
        raise Refusal(Code.ILLEGAL_ACTION, f"{error} - at `$.boards`") from None
    return read
