"""Headers in which a trusted proxy names the client and its request.

The headers of a trusted proxy are `X-Forwarded-For`, `X-Forwarded-Host` and `X-Forwarded-Proto`, or
`Forwarded` alone (RFC 7239).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

Values = Callable[[str], list[str]]
"""A function that takes the name of a request header and returns all values of the header."""

_PAIR = re.compile(r'([a-z-]+)\s*=\s*(?:"([^"\\]*)"|([^\s";]*))', re.IGNORECASE)
_NODE = re.compile(r"\[([0-9a-f:.]+)\](?::\d+)?|([^:]*)(?::\d+)?", re.IGNORECASE)


class Forwarded(NamedTuple):
    """The client's address, and the host and scheme of its request, as a trusted proxy reports them.

    The address, host or scheme is "" if the proxy did not send it.
    """

    address: str
    host: str = ""
    scheme: str = ""


def forwarded(header: str, values: Values) -> Forwarded | None:
    """Return the data that a trusted proxy sent in `header`, or None if the request came without a proxy.

    A proxy appends its value to the header values that the client sent, so only the last value is trusted.
    """
    if not header:
        return None
    last = _last(values(header))
    if header.lower() == "forwarded":
        pairs = {name.lower(): quoted or plain for name, quoted, plain in _PAIR.findall(last)}
        address, host, scheme = _address(pairs.get("for", "")), pairs.get("host", ""), pairs.get("proto", "")
    else:
        address, host, scheme = last, _last(values("x-forwarded-host")), _last(values("x-forwarded-proto"))
    return Forwarded(address, host, scheme.lower()) if last else None


def _last(values: list[str]) -> str:
    return ",".join(values).rpartition(",")[2].strip()


def _address(node: str) -> str:
    """Return the IP address in a node identifier of RFC 7239, without the port."""
    found = _NODE.fullmatch(node)
    return node if found is None else found[1] or found[2]
