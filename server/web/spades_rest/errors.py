"""Errors of the seed's API: a body `{error, code}` with a status from the API's list."""

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
"""The names that this API has for some codes of the protocol; every other code is the protocol's code in
capitals.
"""


class SeedError(KibitzError):
    """The error that refuses a request with the HTTP status `status` and the code `code`."""

    def __init__(self, status: int, code: str, text: str, retry_ms: int | None = None) -> None:
        super().__init__(text)
        self.status = status
        self.code = code
        self.retry_ms = retry_ms


def seed_error(refusal: Refusal) -> SeedError:
    """Return the API's error for a refusal of the hub."""
    code = CODES.get(refusal.code, refusal.code.upper())
    status = 400 if refusal.code is Code.ILLEGAL_ACTION else STATUS[refusal.code]
    return SeedError(status, code, str(refusal), refusal.retry_ms)


# Keep this name of the class: it is the name of the schema in the published OpenAPI document.
class WrongBody(Struct):
    """The error that refuses a request of the seed's API; `code` is for programs, `error` for people."""

    error: str
    code: str


def error_response(error: SeedError) -> Response:
    """Return the response for an error."""
    response = answer(WrongBody(str(error), error.code), error.status)
    if error.retry_ms is not None:
        response.headers["Retry-After"] = str(max(1, -(-error.retry_ms // 1000)))
    return closing(response)


def with_errors(
    handler: Handler, limit: Callable[[Request], None], bodies: BodyRule = BodyRule.JSON
) -> Handler:
    """Return a handler that applies the limit of the address and turns errors into responses of this API."""

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
