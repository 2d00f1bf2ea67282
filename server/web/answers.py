"""What comes in by HTTP and what is answered: bodies, plain data, JSON, and refusals with their status."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

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


def answer(body: object, status: int = 200) -> Response:
    """A JSON answer."""
    return Response(msgspec.json.encode(body), status, media_type="application/json")


def refused(refusal: Refusal, status: int | None = None) -> Response:
    """A refusal as the websocket words it, with the HTTP status of its code unless another says more."""
    body = Refused(code=refusal.code, message=str(refusal), retry_ms=refusal.retry_ms)
    response = answer(body, status or STATUS[refusal.code])
    if refusal.retry_ms is not None:
        response.headers["Retry-After"] = str(max(1, -(-refusal.retry_ms // 1000)))
    return response


def told(handler: Handler, limit: Callable[[Request], None]) -> Handler:
    """A handler behind the address's limit, whose Refusals become answers."""

    async def handle(request: Request) -> Response:
        try:
            limit(request)
            return await handler(request)
        except Refusal as refusal:
            return refused(refusal)
        except OSError:
            return refused(Refusal(Code.UNAVAILABLE, "the store is away; ask again", retry_ms=1000))
        except ClientDisconnect:
            return Response(status_code=400)

    return handle


async def body_of(request: Request, limit: int = MAX_BODY) -> bytes:
    """The body, at most `limit` bytes. Raises Refusal."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > limit:
            raise Refusal(Code.TOO_BIG, f"expected at most {limit} bytes")
        parts.append(part)
    return b"".join(parts)


def kind_of(request: Request) -> str:
    """The content type that the request says its body has, "" where it says none."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def plain_object(body: bytes) -> dict[str, Any]:
    """A JSON body that is an object; an empty body is an empty one. Raises Refusal."""
    try:
        plain = JSON.plain(body or b"{}", MAX_BODY)
    except InvalidMessage as error:
        raise Refusal(Code.INVALID_MESSAGE, str(error)) from None
    if not isinstance(plain, dict):
        raise Refusal(Code.INVALID_MESSAGE, f"expected an object, got {type(plain).__name__} - at `$`")
    return plain


def typed(plain: dict[str, Any], kind: Any) -> Any:
    """Plain data as the struct `kind`; the free text of a request is cleaned.

    Raises Refusal with the path of the fault.
    """
    try:
        read = convert(plain, kind, JSON)
        return cleaned(read) if isinstance(read, ToServer) else read
    except InvalidMessage as error:
        raise Refusal(Code.INVALID_MESSAGE, str(error)) from None
