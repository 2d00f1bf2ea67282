"""The HTTP requests that open a table, a match or a set of boards: their bodies and queries.

The body is the request as JSON, or a file of boards.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request

from protocol.v1.codec import FAULTS, JSON, InvalidMessage
from protocol.v1.codes import Code
from protocol.v1.requests import Match, Open, OpenSet
from server.errors import Refusal
from server.games.registry import DEFAULT_GAME
from server.web.responses import body_of, content_type_of, is_json, plain_object, query_of, read_message
from server.workers.parsing import Boards, InJson

Asked = TypeVar("Asked", Open, Match, OpenSet)
_FIELDS = frozenset((*Open.__struct_fields__, *Match.__struct_fields__))
MAX_REQUEST = 64 * 1024
"""The maximum size in bytes of a request that opens tables, not counting its `boards`."""
MAX_SCALARS = 1_000
_scalars = JSON.decoder(dict[str, str | int | float | bool | None])


@cache
def _fields_of(kind: type[Struct]) -> tuple[tuple[str, ...], Callable[[bytes], Any]]:
    """Return the names of the fields of a request, and the decoder that returns these fields as raw JSON.

    A JSON body with one of these fields is a request, not a file of boards. The decoder scans even a large
    body without making Python objects.
    """
    names = tuple(sorted(_FIELDS | frozenset(kind.__struct_fields__)))
    fields = [(name, msgspec.Raw, msgspec.Raw()) for name in names]
    return names, JSON.decoder(msgspec.defstruct("Fields", fields))


class FileQuery(Struct):
    """The query of a request that opens a table with a file: its game, its name, and the access to it."""

    game: Annotated[
        str | None,
        Meta(description="A game to play on the deals, or `replay`."),
    ] = None
    name: Annotated[str | None, Meta(description="The name of the table.")] = None
    access: Annotated[
        Literal["open", "private", "invited"] | None,
        Meta(description="The players who may join the table, as in its policy; `open` if left out."),
    ] = None


class SetFileQuery(FileQuery):
    """The query of a request that opens a set of boards with a file: also the number of its tables."""

    tables: Annotated[int | None, Meta(description="The number of tables, from 2.")] = None


QUERIES: dict[type[Struct], type[FileQuery]] = {Open: FileQuery, Match: FileQuery, OpenSet: SetFileQuery}
"""The query that has the fields of each request beside a file of boards."""


async def request_of(request: Request, kind: type[Asked]) -> tuple[Asked, Boards | None]:
    """Return the message `open`, `match` or `open_set` of an HTTP request, and the boards in its body.

    A body without fields of the message is a file of boards, even if its content type is JSON; the query then
    has the fields of the message. Raises Refusal if the body or the query is not valid.
    """
    body = await body_of(request)
    media_type = content_type_of(request)
    as_json = not media_type or is_json(media_type)
    wanted = read_request(body, kind) if as_json else None
    if wanted is not None:
        beside = _beside(body, wanted[1])
        if len(beside) > MAX_REQUEST:
            # Check in a thread a request with long unknown fields, because parsing it takes long and would
            # block the event loop.
            await asyncio.to_thread(plain_object, beside)
        return wanted
    query = msgspec.structs.asdict(query_of(request, QUERIES[kind]))
    wish = {name: value for name, value in query.items() if value is not None}
    if "access" in wish:
        wish["policy"] = {"access": wish.pop("access")}
    return _typed_request(wish, kind), body


def read_request(body: bytes, kind: type[Asked]) -> tuple[Asked, InJson | None] | None:
    """Return the message in a JSON body together with its boards, or None if the body is a file of boards.

    Raises Refusal if the message is not valid or too long. The boards remain encoded as JSON, because the
    worker process that parses them also decodes them.
    """
    if body.strip()[:1] not in (b"", b"{"):
        return None
    names, decode = _fields_of(kind)
    try:
        fields = decode(body or b"{}")
    except (*FAULTS, InvalidMessage) as error:
        raise Refusal(Code.INVALID_MESSAGE, str(error)) from None
    present = {name: bytes(raw) for name in names if (raw := getattr(fields, name))}
    if not present and _is_file(body or b"{}"):
        return None
    boards = present.pop("boards", b"null")
    if sum(map(len, present.values())) > MAX_REQUEST:
        raise Refusal(
            Code.TOO_BIG, f"expected a request of at most {MAX_REQUEST} bytes, not counting `boards` - at `$`"
        )
    read = None if boards == b"null" else InJson(boards)
    if len(beside := _beside(body, read)) <= MAX_REQUEST:
        plain_object(beside)  # Refuse a request that repeats a key: `decode` has read only the last value.
    try:
        plain = {name: JSON.decode_plain(raw, MAX_REQUEST) for name, raw in present.items()}
    except InvalidMessage as error:
        raise Refusal(Code.INVALID_MESSAGE, str(error)) from None
    return _typed_request(plain, kind), read


def _beside(body: bytes, boards: InJson | None) -> bytes:
    """Return the JSON of a message without its boards, if the message is long.

    In a long message, null replaces the boards.
    """
    return body if boards is None or len(body) <= MAX_REQUEST else body.replace(boards.value, b"null", 1)


def _is_file(body: bytes) -> bool:
    """Return True if a JSON object that has no field of a request is a file of boards.

    A file of boards in JSON has a field `deal`, or a field with a list or an object.
    """
    try:
        return body.count(b":") > MAX_SCALARS or "deal" in _scalars(body)
    except (*FAULTS, InvalidMessage):
        return True


def _typed_request(plain: dict[str, Any], kind: type[Asked]) -> Asked:
    wanted: Asked = read_message({"game": DEFAULT_GAME, **plain, "t": kind.__struct_config__.tag}, kind)
    return wanted
