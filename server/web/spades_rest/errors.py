"""How the seed's API says no: `{error, code}` with the status of its list."""

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
"""The words for the protocol's codes; all others are the code itself in capitals."""


class SeedError(KibitzError):
    """A request is refused with this HTTP `status` and `code`, and changed nothing."""

    def __init__(self, status: int, code: str, text: str, retry_ms: int | None = None) -> None:
        super().__init__(text)
        self.status = status
        self.code = code
        self.retry_ms = retry_ms


def as_wrong(refusal: Refusal) -> SeedError:
    """A refusal of the hub in this API's words."""
    code = CODES.get(refusal.code, refusal.code.upper())
    status = 400 if refusal.code is Code.ILLEGAL_ACTION else STATUS[refusal.code]
    return SeedError(status, code, str(refusal), refusal.retry_ms)


# the class's name is that of the schema in the published OpenAPI document
class WrongBody(Struct):
    """Why a request of the seed's API is refused; `code` is for programs, `error` for people."""

    error: str
    code: str


def shown(wrong: SeedError) -> Response:
    """The answer that says what was wrong."""
    response = answer(WrongBody(str(wrong), wrong.code), wrong.status)
    if wrong.retry_ms is not None:
        response.headers["Retry-After"] = str(max(1, -(-wrong.retry_ms // 1000)))
    return closing(response)


def said(handler: Handler, limit: Callable[[Request], None], bodies: BodyRule = BodyRule.JSON) -> Handler:
    """Return a handler behind the address's limit, whose refusals become answers of this API."""

    async def handle(request: Request) -> Response:
        try:
            check_media_type(request, bodies)
            limit(request)
            check_length(request)
            return await handler(request)
        except SeedError as wrong:
            return shown(wrong)
        except WrongMediaType as refusal:
            return shown(SeedError(415, "UNSUPPORTED_MEDIA_TYPE", str(refusal)))
        except Refusal as refusal:
            return shown(as_wrong(refusal))
        except OSError:
            return shown(SeedError(503, "UNAVAILABLE", "the store is away; ask again", retry_ms=1000))
        except ClientDisconnect:
            return Response(status_code=400)

    return handle
