"""HTTP requests and responses: bodies, queries, JSON answers, and refusals with their HTTP status."""

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
    """The rule for the bodies and content types of POST requests to an address."""

    JSON = "JSON, or no body and no content type"
    JSON_ALWAYS = "JSON with its content type, even without a body: for addresses that need no player"
    FILES = "a file of any type, from players, who send a token in a header that no form can send"


class WrongMediaType(Refusal):
    """The error for a body with a content type that the address does not accept; HTTP status 415."""


def answer(body: object, status: int = 200) -> Response:
    """Return a response with a JSON body."""
    return Response(msgspec.json.encode(body), status, media_type="application/json")


def refused(refusal: Refusal, status: int | None = None) -> Response:
    """Return the response for a refusal.

    The HTTP status is `status`, or if this is None, the status that belongs to the code of the refusal.
    """
    body = Refused(code=refusal.code, message=str(refusal), retry_ms=refusal.retry_ms)
    response = answer(body, status or STATUS[refusal.code])
    if refusal.retry_ms is not None:
        response.headers["Retry-After"] = str(max(1, -(-refusal.retry_ms // 1000)))
    return closing(response)


def closing(response: Response) -> Response:
    """Return the response, with a header that closes the connection if the body was too large to be read."""
    if response.status_code == STATUS[Code.TOO_BIG]:
        response.headers["Connection"] = "close"
    return response


def with_refusals(
    handler: Handler, limit: Callable[[Request], None], bodies: BodyRule = BodyRule.JSON
) -> Handler:
    """Return a handler that limits the rate of each address and turns each Refusal into a response."""

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
            return refused(
                Refusal(
                    Code.UNAVAILABLE,
                    "the store does not answer; send the same request again later",
                    retry_ms=1000,
                )
            )
        except ClientDisconnect:
            return Response(status_code=400)

    return handle


def length_of(request: Request) -> int | None:
    """Return the declared length of the body in bytes; None for a chunked body, which declares no length."""
    if "transfer-encoding" in request.headers:
        return None
    length = request.headers.get("content-length", "0")
    return int(length) if length.isdecimal() else None


def check_length(request: Request, limit: int = MAX_BODY) -> None:
    """Raise Refusal if the declared length of the body exceeds `limit`, before any of the body is read."""
    length = length_of(request)
    if length is not None and length > limit:
        raise Refusal(Code.TOO_BIG, f"expected a body of at most {limit} bytes, got {length}")


async def body_of(request: Request, limit: int = MAX_BODY) -> bytes:
    """Return the body, of at most `limit` bytes. Raises Refusal if the body is longer."""
    check_length(request, limit)
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > limit:
            raise Refusal(Code.TOO_BIG, f"expected a body of at most {limit} bytes, got more")
        parts.append(part)
    return b"".join(parts)


def content_type_of(request: Request) -> str:
    """Return the declared content type of the body, or "" if none is declared."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def is_json(kind: str) -> bool:
    """Return True if a content type is a JSON type.

    >>> is_json("application/json"), is_json("application/merge-patch+json"), is_json("text/json")
    (True, True, False)
    """
    return _JSON.fullmatch(kind) is not None


def check_media_type(request: Request, bodies: BodyRule) -> None:
    """Raise WrongMediaType for a POST that a browser sends for a foreign page without a preflight request.

    A request without preflight carries a form, plain text, or a body without a content type ("simple" in the
    Fetch standard), and no header that identifies a player. `BodyRule` lists what each kind of address
    accepts.
    """
    if request.method != "POST" or bodies is BodyRule.FILES or is_json(kind := content_type_of(request)):
        return
    length = request.headers.get("content-length", "0")
    has_body = length != "0" or "transfer-encoding" in request.headers
    if kind or has_body or bodies is BodyRule.JSON_ALWAYS:
        raise WrongMediaType(
            Code.INVALID_MESSAGE,
            f"expected the header `Content-Type: application/json`, got {kind[:80] or 'none'}",
        )


def plain_object(body: bytes) -> dict[str, Any]:
    """Parse a body and return its JSON object; an empty body stands for an empty object.

    Raises Refusal if the body is not a JSON object, or repeats a key.
    """
    try:
        plain = JSON.decode_plain(body or b"{}", MAX_BODY)
    except InvalidMessage as error:
        raise Refusal(Code.INVALID_MESSAGE, str(error)) from None
    if not isinstance(plain, dict):
        raise Refusal(Code.INVALID_MESSAGE, f"expected a JSON object, got {type(plain).__name__} - at `$`")
    return plain


def query_of(request: Request, kind: type[Q]) -> Q:
    """Return the query of a request as the struct `kind`.

    Raises Refusal if the query does not have the fields of `kind`.
    """
    try:
        return msgspec.convert(dict(request.query_params), kind, strict=False)
    except msgspec.ValidationError as error:
        fault = str(error).replace("`$.", "`").removesuffix("`")
        raise Refusal(Code.INVALID_MESSAGE, f"{fault}` of the query") from None


def read_message(plain: dict[str, Any], kind: Any) -> Any:
    """Return plain data as the struct `kind`, with the free text of a request cleaned.

    Raises Refusal with the path of the fault.
    """
    try:
        read = convert(plain, kind, JSON)
        return cleaned(read) if isinstance(read, ToServer) else read
    except InvalidMessage as error:
        raise Refusal(Code.INVALID_MESSAGE, str(error)) from None
