"""What comes in by HTTP and what is answered: bodies, plain data, JSON, and refusals with their status."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from enum import Enum
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from protocol.v1.codec import JSON, InvalidMessage, convert
from protocol.v1.codes import Code
from protocol.v1.requests import ToServer
from protocol.v1.updates import Refused
from server.errors import Refusal
from server.session.text import cleaned

MAX_BODY = 1 << 20
Q = TypeVar("Q", bound=msgspec.Struct)

STATUS = {
    Code.ILLEGAL_ACTION: 422,
    Code.NOT_YOUR_TURN: 409,
    Code.NOT_SEATED: 403,
    Code.STALE_DECISION: 409,
    Code.N_TAKEN: 409,
    Code.BAD_N: 409,
    Code.NO_SUCH_TABLE: 404,
    Code.FORBIDDEN: 403,
    Code.RATE_LIMITED: 429,
    Code.TOO_BIG: 413,
    Code.UNAVAILABLE: 503,
    Code.UNAUTHORIZED: 401,
    Code.INVALID_MESSAGE: 400,
    Code.INTERNAL: 500,
}

Handler = Callable[[Request], Awaitable[Response]]

_JSON = re.compile(r"application/(?:[a-z0-9!#$&^_.-]+\+)?json")


class BodyRule(Enum):
    """What the POSTs of an address may carry."""

    JSON = "JSON, or no body and no content type"
    JSON_ALWAYS = "JSON, said to be so even where there is no body: for addresses that need no player"
    FILES = "a file of any type, from players: their token is in a header, which no form can send"


class WrongMediaType(Refusal):
    """A body of another content type than the address takes; HTTP status 415."""


def answer(body: object, status: int = 200) -> Response:
    """A JSON answer."""
    return Response(msgspec.json.encode(body), status, media_type="application/json")


def refused(refusal: Refusal, status: int | None = None) -> Response:
    """A refusal as the websocket words it, with the HTTP status of its code unless another says more."""
    body = Refused(code=refusal.code, message=str(refusal), retry_ms=refusal.retry_ms)
    response = answer(body, status or STATUS[refusal.code])
    if refusal.retry_ms is not None:
        response.headers["Retry-After"] = str(max(1, -(-refusal.retry_ms // 1000)))
    return closing(response)


def closing(response: Response) -> Response:
    """The response; one to a body over the limit says that the connection ends, as the rest is not read."""
    if response.status_code == STATUS[Code.TOO_BIG]:
        response.headers["Connection"] = "close"
    return response


def told(handler: Handler, limit: Callable[[Request], None], bodies: BodyRule = BodyRule.JSON) -> Handler:
    """Return a handler behind the address's limit, whose Refusals become answers."""

    async def handle(request: Request) -> Response:
        try:
            check_media_type(request, bodies)
            limit(request)
            check_length(request)
            return await handler(request)
        except WrongMediaType as refusal:
            return refused(refusal, 415)
        except Refusal as refusal:
            return refused(refusal)
        except OSError:
            return refused(Refusal(Code.UNAVAILABLE, "the store is away; ask again", retry_ms=1000))
        except ClientDisconnect:
            return Response(status_code=400)

    return handle


def length_of(request: Request) -> int | None:
    """Return how many bytes the request says its body has; None for a body in chunks."""
    if "transfer-encoding" in request.headers:
        return None
    length = request.headers.get("content-length", "0")
    return int(length) if length.isdecimal() else None


def check_length(request: Request, limit: int = MAX_BODY) -> None:
    """Raise Refusal for a body that is longer than `limit` by its own account, before any of it is read."""
    length = length_of(request)
    if length is not None and length > limit:
        raise Refusal(Code.TOO_BIG, f"expected a body of at most {limit} bytes, got {length}")


async def body_of(request: Request, limit: int = MAX_BODY) -> bytes:
    """Return the body, at most `limit` bytes. Raises Refusal."""
    check_length(request, limit)
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > limit:
            raise Refusal(Code.TOO_BIG, f"expected a body of at most {limit} bytes, got more")
        parts.append(part)
    return b"".join(parts)


def kind_of(request: Request) -> str:
    """The content type that the request says its body has, "" where it says none."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def is_json(kind: str) -> bool:
    """Return whether a content type is one of JSON.

    >>> is_json("application/json"), is_json("application/merge-patch+json"), is_json("text/json")
    (True, True, False)
    """
    return _JSON.fullmatch(kind) is not None


def check_media_type(request: Request, bodies: BodyRule) -> None:
    """Raise WrongMediaType for a POST that a browser would send for a foreign web page without asking first.

    Such a request carries a form, plain text, or a body without a content type ("simple" in Fetch), and no
    header that tells a player. See `BodyRule` for what each kind of address takes.
    """
    if request.method != "POST" or bodies is BodyRule.FILES or is_json(kind := kind_of(request)):
        return
    length = request.headers.get("content-length", "0")
    has_body = length != "0" or "transfer-encoding" in request.headers
    if kind or has_body or bodies is BodyRule.JSON_ALWAYS:
        raise WrongMediaType(
            Code.INVALID_MESSAGE,
            f"expected the header `Content-Type: application/json`, got {kind[:80] or 'none'}",
        )


def plain_object(body: bytes) -> dict[str, Any]:
    """A JSON body that is an object; an empty body is an empty one. Raises Refusal."""
    try:
        plain = JSON.plain(body or b"{}", MAX_BODY)
    except InvalidMessage as error:
        raise Refusal(Code.INVALID_MESSAGE, str(error)) from None
    if not isinstance(plain, dict):
        raise Refusal(Code.INVALID_MESSAGE, f"expected an object, got {type(plain).__name__} - at `$`")
    return plain


def query_of(request: Request, kind: type[Q]) -> Q:
    """Return the query of a request as the struct `kind`. Raises Refusal."""
    try:
        return msgspec.convert(dict(request.query_params), kind, strict=False)
    except msgspec.ValidationError as error:
        words = str(error).replace("`$.", "`").removesuffix("`")
        raise Refusal(Code.INVALID_MESSAGE, f"{words}` of the query") from None


def typed(plain: dict[str, Any], kind: Any) -> Any:
    """Plain data as the struct `kind`; the free text of a request is cleaned.

    Raises Refusal with the path of the fault.
    """
    try:
        read = convert(plain, kind, JSON)
        return cleaned(read) if isinstance(read, ToServer) else read
    except InvalidMessage as error:
        raise Refusal(Code.INVALID_MESSAGE, str(error)) from None
