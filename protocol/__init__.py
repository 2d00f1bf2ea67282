"""The nouns of Kibitz: cards, seats, actions, views and messages, without rules and without I/O."""

from collections.abc import Sequence

SUBPROTOCOLS = ("kibitz.v1.msgpack", "kibitz.v1.json")


def negotiate(offered: Sequence[str]) -> str | None:
    """The websocket subprotocol to speak with a client that offers these, or None when none fits.

    The client's order of preference decides. None is to be answered with HTTP 400.

    >>> negotiate(["soap", "kibitz.v1.json", "kibitz.v1.msgpack"])
    'kibitz.v1.json'
    """
    return next((name for name in offered if name in SUBPROTOCOLS), None)
