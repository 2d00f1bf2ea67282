"""The cleaning of free text in clients' requests, before the requests are processed.

The text inside an action or a ruling is cleaned in `conversion`, where the types of the game are known.
"""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from protocol.v1 import requests as ask
from protocol.v1.codec import InvalidMessage
from server.table.table import IDS
from server.text import clean, clean_lines


def cleaned(request: ask.ToServer) -> ask.ToServer:
    """Return a request with its free text cleaned for display; ids and options stay unchanged.

    Raises InvalidMessage for chat without visible text and for ids that are not printable.
    """
    match request:
        case (
            ask.Act()
            | ask.Ping()
            | ask.Watch()
            | ask.Unwatch()
            | ask.Sit()
            | ask.Stand()
            | ask.Next()
            | ask.Wait()
            | ask.Show()
            | ask.Consent()
            | ask.Rule()
            | ask.Lobby()
            | ask.Queue()
            | ask.Unqueue()
        ):
            return request
        case ask.Chat():
            text = clean(request.text)
            if not text:
                raise _invalid(request.id, "expected visible text, got none - at `$.text`")
            return request if text == request.text else replace(request, text=text)
        case ask.Note():
            text = clean_lines(request.text)
            return request if text == request.text else replace(request, text=text)
        case ask.Open() | ask.Match() | ask.OpenSet():
            name = clean(request.name)
            return request if name == request.name else replace(request, name=name)
        case ask.Hello():
            client = clean(request.client)
            return request if client == request.client else replace(request, client=client)
        case ask.Host():
            for field in IDS:
                if not all(map(str.isprintable, getattr(request, field) or ())):
                    raise _invalid(request.id, f"expected printable ids of players - at `$.{field}`")
            return request
        case _:
            assert_never(request)


def _invalid(request_id: int, fault: str) -> InvalidMessage:
    error = InvalidMessage(fault)
    error.id = request_id
    return error
