"""Uploaded files as what chance does at a table: the deals that it plays, or the record that it shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from protocol.v1.codes import Code
from server.errors import BadRecord, IllegalAction, Refusal
from server.games.base import AnyGame
from server.records.bridge import upload as bridge_upload
from server.records.hanabi import upload as hanabi_upload
from server.records.registry import read_deals


def read_upload(text: str | bytes, name: str, game: AnyGame, options: Struct) -> tuple[Any, ...]:
    """The actions of chance that an upload makes, each accepted by the game. Raises Refusal.

    `name` is what a record is called.
    """
    try:
        before = game.start(options)
        why_not = game.deals_fault(options)
        if why_not is not None:
            raise IllegalAction(why_not)
        read: tuple[Any, ...] = (
            (RECORDS[game.name](text, name),) if game.showing is not None else read_deals(text)
        )
        for action in read:
            game.apply(before, None, action)
    except BadRecord as error:
        raise Refusal(Code.INVALID_MESSAGE, f"{error} - at `$.boards`") from None
    except IllegalAction as error:
        raise Refusal(Code.ILLEGAL_ACTION, f"{error} - at `$.boards`") from None
    return read


RECORDS: dict[str, Callable[[str | bytes, str], Any]] = {
    "replay": bridge_upload.load,
    "hanabi_replay": hanabi_upload.load,
}
"""What opens a file of records for each game that shows them."""
