"""Errors of the seed's API: the status and the code for each refusal of the hub."""

from __future__ import annotations

import json

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from protocol.v1.codes import Code
from server.errors import Refusal
from server.web.responses import MAX_BODY, STATUS
from server.web.spades_rest.errors import SeedError, error_response, seed_error, with_errors


@pytest.mark.parametrize(
    ("code", "status", "word"),
    [
        (Code.ILLEGAL_ACTION, 400, "ILLEGAL_PLAY"),
        (Code.STALE_DECISION, 409, "NOT_YOUR_TURN"),
        (Code.NOT_YOUR_TURN, 409, "NOT_YOUR_TURN"),
        (Code.N_TAKEN, 409, "CONFLICT"),
        (Code.NO_SUCH_TABLE, 404, "TABLE_NOT_FOUND"),
        (Code.INVALID_MESSAGE, 400, "INVALID_REQUEST"),
        (Code.NOT_SEATED, 403, "NOT_SEATED"),
        (Code.RATE_LIMITED, 429, "RATE_LIMITED"),
    ],
)
def test_a_refusal_of_the_hub_has_a_status_and_a_code_of_this_api(code: Code, status: int, word: str) -> None:
    error = seed_error(Refusal(code, "the reason", retry_ms=700))
    assert (error.status, error.code, str(error), error.retry_ms) == (status, word, "the reason", 700)


@pytest.mark.parametrize("code", Code)
def test_every_code_but_one_has_the_status_of_protocol_v1(code: Code) -> None:
    expected = 400 if code is Code.ILLEGAL_ACTION else STATUS[code]
    error = seed_error(Refusal(code, "the reason"))
    assert error.status == expected and error.code.isupper()


def test_an_error_is_a_body_of_error_and_code() -> None:
    response = error_response(SeedError(429, "RATE_LIMITED", "too many requests", retry_ms=1_001))
    assert json.loads(response.body) == {"error": "too many requests", "code": "RATE_LIMITED"}
    assert (response.status_code, response.headers["retry-after"]) == (429, "2")
    assert error_response(SeedError(413, "TOO_BIG", "too large")).headers["connection"] == "close"


def no_limit(request: Request) -> None:
    """Count no request."""


async def posted(error: Exception | None, content: bytes = b"{}", **headers: str) -> httpx.Response:
    """Return the response to a POST to a handler that raises this error, or answers without an error."""

    async def handle(request: Request) -> Response:
        if error is not None:
            raise error
        return PlainTextResponse("done")

    app = Starlette(routes=[Route("/", with_errors(handle, no_limit), methods=["POST"])])
    head = {"content-type": "application/json", **headers}
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://t") as client:
        return await client.post("/", content=content, headers=head)


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (SeedError(409, "BID_ALREADY_PLACED", "you have already bid"), 409, "BID_ALREADY_PLACED"),
        (Refusal(Code.FORBIDDEN, "no"), 403, "FORBIDDEN"),
        (ConnectionError("the store is away"), 503, "UNAVAILABLE"),
    ],
)
async def test_errors_of_a_handler_become_answers(error: Exception, status: int, code: str) -> None:
    answer = await posted(error)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


async def test_a_handler_without_an_error_answers_itself() -> None:
    assert (await posted(None)).text == "done"


async def test_a_body_of_another_type_or_too_large_a_body_reaches_no_handler() -> None:
    form = await posted(None, **{"content-type": "text/plain"})
    assert (form.status_code, form.json()["code"]) == (415, "UNSUPPORTED_MEDIA_TYPE")
    large = await posted(None, b" " * (MAX_BODY + 1))
    assert (large.status_code, large.json()["code"]) == (413, "TOO_BIG")


async def test_a_client_that_leaves_during_its_body_gets_no_error_of_the_server() -> None:
    assert (await posted(ClientDisconnect())).status_code == 400
