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
    Code.CONFLICT: 409,
    Code.INTERNAL: 500,
}

Handler = Callable[[Request], Awaitable[Response]]

_JSON = re.compile(r"application/(?:[a-z0-9!#$&^_.-]+\+)?json")


class BodyRule(Enum):
    """A rule for the bodies and content types of POST requests to a URL path."""

    JSON = "JSON, or no body and no content type"
    JSON_ALWAYS = "JSON with its content type, even without a body: for addresses that need no player"
    FILES = "a file of any type, from players, who send a token in a header that no form can send"


class WrongMediaType(Refusal):
    """The error for a body with a content type that the URL path does not accept; HTTP status 415."""


def answer(body: object, status: int = 200) -> Response:
    """Return an HTTP response with a JSON body."""
    return Response(msgspec.json.encode(body), status, media_type="application/json")


def refused(refusal: Refusal, status: int | None = None) -> Response:
    """Return the HTTP response to a request that was refused with the error `refusal`.

    The response has the HTTP status `status`, or if `status` is None, the HTTP status of the refusal's code.
    """
    body = Refused(code=refusal.code, message=str(refusal), retry_ms=refusal.retry_ms, game=refusal.game)
    response = answer(body, status or STATUS[refusal.code])
    if refusal.retry_ms is not None:
        response.headers["Retry-After"] = str(max(1, -(-refusal.retry_ms // 1000)))
    return closing(response)


def closing(response: Response) -> Response:
    """Return `response`, with a header that closes the connection if the request's body was too large."""
    if response.status_code == STATUS[Code.TOO_BIG]:
        response.headers["Connection"] = "close"
    return response


def with_refusals(
    handler: Handler, limit: Callable[[Request], None], bodies: BodyRule = BodyRule.JSON
) -> Handler:
    """Return a handler that calls `handler`, but limits each address and turns a Refusal into a response."""

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
    """Return the length (bytes) that a request declares for its body; None if the body is chunked."""
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
    """Return the body of a request, of at most `limit` bytes.

    Raises Refusal if the request's body is longer than `limit`.
    """
    check_length(request, limit)
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > limit:
            raise Refusal(Code.TOO_BIG, f"expected a body of at most {limit} bytes, got more")
        parts.append(part)
    return b"".join(parts)


def content_type_of(request: Request) -> str:
    """Return the declared content type of a request's body, or "" if none is declared."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def is_json(kind: str) -> bool:
    """Return True if a content type is a JSON type.

    >>> is_json("application/json"), is_json("application/merge-patch+json"), is_json("text/json")
    (True, True, False)
    """
    return _JSON.fullmatch(kind) is not None


def check_media_type(request: Request, bodies: BodyRule) -> None:
    """Raise WrongMediaType for a POST that a browser may send for another site's page without a preflight.

    A request without preflight carries a form, plain text, or a body without a content type ("simple" in the
    Fetch standard), and no header that identifies a player. `BodyRule` lists the bodies that each kind of URL
    path accepts.
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
    """Parse the body of a request and return its JSON object; an empty body stands for an empty object.

    Raises Refusal if the request's body is not a JSON object, or repeats a key.
    """
    try:
        plain = JSON.decode_plain(body or b"{}", MAX_BODY)
    except InvalidMessage as error:
        raise Refusal(Code.INVALID_MESSAGE, str(error)) from None
    if not isinstance(plain, dict):
        raise Refusal(Code.INVALID_MESSAGE, f"expected a JSON object, got {type(plain).__name__} - at `$`")
    return plain


def query_of(request: Request, kind: type[Q]) -> Q:
    """Return the query of a request as a value of the struct type `kind`.

    Raises Refusal if the query does not fit the fields of the type `kind`.
    """
    try:
        return msgspec.convert(dict(request.query_params), kind, strict=False)
    except msgspec.ValidationError as error:
        fault = str(error).replace("`$.", "`").removesuffix("`")
        raise Refusal(Code.INVALID_MESSAGE, f"{fault}` of the query") from None


def read_message(plain: dict[str, Any], kind: Any) -> Any:
    """Return the decoded JSON `plain` as a value of the struct type `kind`, with free texts cleaned.

    Raises Refusal, with the path of the wrong field, if the data do not fit the type `kind`.
    """
    try:
        read = convert(plain, kind, JSON)
        return cleaned(read) if isinstance(read, ToServer) else read
    except InvalidMessage as error:
        raise Refusal(Code.INVALID_MESSAGE, str(error)) from None
