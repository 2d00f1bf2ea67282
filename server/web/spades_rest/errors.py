"""Errors of the Spades API: a body `{error, code}` with an HTTP status from the API's list."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from protocol.v1.codes import Code
from server.errors import KibitzError, Refusal
from server.web.responses import (
    STATUS,
    BodyRule,
    Handler,
    WrongMediaType,
    answer,
    check_length,
    check_media_type,
    closing,
)

CODES = {
    Code.ILLEGAL_ACTION: "ILLEGAL_PLAY",
    Code.STALE_DECISION: "NOT_YOUR_TURN",
    Code.N_TAKEN: "CONFLICT",
    Code.BAD_N: "CONFLICT",
    Code.NO_SUCH_TABLE: "TABLE_NOT_FOUND",
    Code.INVALID_MESSAGE: "INVALID_REQUEST",
}
"""The Spades API's names for some error codes of protocol v1; every other code is that of protocol v1 in
capitals.
"""


class SeedError(KibitzError):
    """The error that refuses a request to the Spades API with an HTTP status and the error code `code`."""

    def __init__(self, status: int, code: str, text: str, retry_ms: int | None = None) -> None:
        super().__init__(text)
        self.status = status
        self.code = code
        self.retry_ms = retry_ms


def seed_error(refusal: Refusal) -> SeedError:
    """Return the Spades API's error for a refusal by the hub."""
    code = CODES.get(refusal.code, refusal.code.upper())
    status = 400 if refusal.code is Code.ILLEGAL_ACTION else STATUS[refusal.code]
    return SeedError(status, code, str(refusal), refusal.retry_ms)


# Keep this name of the class: it is the name of the schema in the published OpenAPI document.
class WrongBody(Struct):
    """The body of a refusal in the Spades API; `code` is for programs, and the text `error` for people."""

    error: str
    code: str


def error_response(error: SeedError) -> Response:
    """Return the HTTP response for an error of the Spades API."""
    response = answer(WrongBody(str(error), error.code), error.status)
    if error.retry_ms is not None:
        response.headers["Retry-After"] = str(max(1, -(-error.retry_ms // 1000)))
    return closing(response)


def with_errors(
    handler: Handler, limit: Callable[[Request], None], bodies: BodyRule = BodyRule.JSON
) -> Handler:
    """Return a handler that limits the requests of an address and answers errors as the Spades API does."""

    async def handle(request: Request) -> Response:
        try:
            check_media_type(request, bodies)
            limit(request)
            check_length(request)
            return await handler(request)
        except SeedError as error:
            return error_response(error)
        except WrongMediaType as refusal:
            return error_response(SeedError(415, "UNSUPPORTED_MEDIA_TYPE", str(refusal)))
        except Refusal as refusal:
            return error_response(seed_error(refusal))
        except OSError:
            text = "the store does not answer; send the same request again later"
            return error_response(SeedError(503, "UNAVAILABLE", text, retry_ms=1000))
        except ClientDisconnect:
            return Response(status_code=400)

    return handle
