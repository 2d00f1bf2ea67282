"""The conversion of uploaded files into actions of a table: deals to play, or records to show."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from protocol.v1.codes import Code
from server.errors import BadRecord, IllegalAction, Refusal
from server.games.base import AnyGame
from server.records import registry


def read_upload(text: str | bytes, name: str, game: AnyGame, options: Struct) -> tuple[Any, ...]:
    """Return the actions that put an uploaded file on a table, after checking that the game allows them.

    `name` is the name of the file, which becomes the title if the file is shown as a replay. Raises Refusal
    for a file that cannot be read, and for actions or options that the game does not allow.
    """
    try:
        before = game.start(options)
        fault = game.deals_fault(options)
        if fault is not None:
            raise IllegalAction(fault)
        actions: tuple[Any, ...]
        if game.showing is not None:
            actions = (registry.load_replay(game.name, text, name),)
        else:
            actions = registry.read_deals(text, game.name)
        for action in actions:
            game.apply(before, None, action)
    except BadRecord as error:
        raise Refusal(Code.INVALID_MESSAGE, f"{error} - at `$.boards`", game=error.game) from None
    except IllegalAction as error:
        raise Refusal(Code.ILLEGAL_ACTION, f"{error} - at `$.boards`") from None
    return actions
