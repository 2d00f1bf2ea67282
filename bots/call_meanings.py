"""The meanings of a player's next calls by the agreements of a robot, which is the player's partner."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from bots.bot import Bot
from bots.registry import GAMES


def encoded_meanings(make: Callable[[], Bot], game: str, pub: bytes) -> bytes:
    """Return the meanings that `Bot.meanings` gives to the next calls, as a JSON object.

    `pub` is the public half of a view in msgpack. The robot is made anew with `make` for each question, so
    that it has never seen a card. The function runs in a worker process.
    """
    shown = msgspec.msgpack.decode(pub, type=GAMES[game].pub_type)
    return msgspec.json.encode(make().meanings(shown))
