"""The message types of the Kibitz protocol, such as cards and actions, and the rules that both ends share."""

from collections.abc import Sequence

SUBPROTOCOLS = ("kibitz.v1.msgpack", "kibitz.v1.json")


def negotiate(offered: Sequence[str]) -> str | None:
    """Return the websocket subprotocol for a client, or None if the client offers no supported subprotocol.

    `offered` lists the client's subprotocols in its order of preference; the first supported one is chosen.
    If the client offers no supported subprotocol, the caller refuses the connection with HTTP 400.

        >>> negotiate(["soap", "kibitz.v1.json", "kibitz.v1.msgpack"])
        'kibitz.v1.json'
    """
    return next((name for name in offered if name in SUBPROTOCOLS), None)
