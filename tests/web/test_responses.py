"""Requests that a foreign web page can send without a preflight request, which must change nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from msgspec import Struct
from starlette.requests import Request
from starlette.routing import Route

from protocol.v1.codes import Code
from server.errors import Refusal
from server.web.responses import STATUS, body_of, plain_object, query_of
from server.web.responses import refused as response_to
from tests.web.served import Served, needs_redis

pytestmark = needs_redis

SIMPLE = {
    "plain text": {"content-type": "text/plain;charset=UTF-8"},
    "a form": {"content-type": "application/x-www-form-urlencoded"},
    "a form in parts": {"content-type": "multipart/form-data; boundary=x"},
    "no content type": {},
    "plain text with a word of JSON": {"content-type": "text/plain; application/json"},
    "a list of types": {"content-type": "text/plain, application/json"},
    "nothing at all": {"content-length": "0"},
}
"""The content types that a browser sends to another origin without a preflight request (Fetch standard)."""
GUESTS = {"/v1/guests", "/api/auth/guest", "/v1/tokens"}
"""The addresses that need no player, where even a request without a body has the content type of JSON."""
FILES = {"/v1/tables", "/v1/matches", "/v1/sets"}
"""The addresses that accept files of any type from players."""


def routes(server: Served) -> Iterator[tuple[str, str]]:
    """Return every method and path of the server, with GET also for HEAD."""
    for route in server.server.config.app.routes:  # type: ignore[union-attr]
        assert isinstance(route, Route)
        for method in sorted((route.methods or set()) - {"HEAD"}):
            yield method, re.sub(r"\{\w+\}", "x", route.path)


def refused(answer: httpx.Response) -> tuple[int, str]:
    """Return the status and the text of a refusal."""
    told: Any = answer.json()
    return answer.status_code, told.get("error") or told.get("message")


@pytest.mark.parametrize("headers", SIMPLE.values(), ids=SIMPLE)
async def test_no_address_takes_a_simple_post_of_a_stranger(server: Served, headers: dict[str, str]) -> None:
    posts = [path for method, path in routes(server) if method == "POST"]
    assert set(posts) >= GUESTS | FILES
    content = b"" if "content-length" in headers else b'{"name": "Eve", "username": "Eve"}'
    async with server.http() as http:
        for path in posts:
            answer = await http.post(path, content=content, headers=headers)
            if path in FILES:
                assert answer.status_code == 401, path
            elif not content and path not in GUESTS:
                assert answer.status_code in (401, 501) or path == "/api/auth/logout", path
            else:
                status, words = refused(answer)
                assert status == 415, path
                assert words.startswith("expected the header `Content-Type: application/json`, got "), path


@pytest.mark.parametrize("kind", [kind for kind in SIMPLE if kind not in ("nothing at all",)])
async def test_a_player_sends_a_body_with_the_json_content_type(server: Served, kind: str) -> None:
    async with server.http(await server.guest()) as http:
        for path in ("/v1/guests", "/v1/tables/x/act", "/api/tables/x/bid"):
            answer = await http.post(path, content=b"{}", headers=SIMPLE[kind])
            assert answer.status_code == 415, path


@pytest.mark.parametrize(
    "kind", ["application/json", "Application/JSON; charset=utf-8", "application/vnd.kibitz+json"]
)
async def test_json_is_taken_by_all_its_names(server: Served, kind: str) -> None:
    async with server.http() as http:
        for path, name in (("/v1/guests", "name"), ("/api/auth/guest", "username")):
            body = json.dumps({name: "Ann"}).encode()
            answer = await http.post(path, content=body, headers={"content-type": kind})
            assert (answer.status_code, answer.json()[name]) == (201, "Ann")


async def test_a_post_without_a_body_needs_no_content_type_where_a_header_tells_the_player(
    server: Served,
) -> None:
    async with server.http() as http:
        ann = (await http.post("/api/auth/guest", json={})).json()
        headers = {"x-session-id": ann["sessionId"], "x-player-id": ann["playerId"]}
        assert (await http.post("/api/tables", headers=headers)).status_code == 201
        assert (await http.post("/api/auth/logout", headers=headers)).status_code == 200


async def test_the_only_get_that_creates_data_needs_a_session(server: Served) -> None:
    async with server.http() as http:
        answer = await http.get("/api/tables/x/join-link")
    assert answer.status_code == 401


async def test_a_preflight_request_of_a_foreign_page_is_refused(server: Served) -> None:
    asks = {
        "origin": "https://evil.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type,authorization,x-session-id",
    }
    async with server.http() as http:
        for path in {path for _, path in routes(server)}:
            answer = await http.options(path, headers=asks)
            assert answer.status_code == 403
            assert not [name for name in answer.headers if name.startswith("access-control-")]


def request(body: bytes = b"", query: bytes = b"", **headers: str) -> Request:
    """Return a request with this body, as an application gets it from the server."""

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    head = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "method": "POST", "headers": head, "query_string": query}, receive)


class Page(Struct):
    """A query with a number."""

    game: str = ""
    limit: int = 50


async def test_every_code_has_a_status() -> None:
    assert set(STATUS) == set(Code)
    assert all(400 <= status < 600 for status in STATUS.values())


def test_a_refusal_names_the_time_to_wait_in_whole_seconds_rounded_up() -> None:
    for retry_ms, seconds in ((1, "1"), (1_000, "1"), (1_001, "2")):
        response = response_to(Refusal(Code.RATE_LIMITED, "too many requests", retry_ms))
        assert (response.status_code, response.headers["retry-after"]) == (429, seconds)
    assert "retry-after" not in response_to(Refusal(Code.FORBIDDEN, "no")).headers


def test_the_refusal_of_a_file_of_another_game_has_the_game_whose_tables_show_it() -> None:
    answer = response_to(Refusal(Code.INVALID_MESSAGE, "expected boards", game="spades_replay"))
    assert json.loads(bytes(answer.body))["game"] == "spades_replay"


def test_a_refusal_of_a_body_that_is_too_large_closes_the_connection() -> None:
    assert response_to(Refusal(Code.TOO_BIG, "too large")).headers["connection"] == "close"
    assert "connection" not in response_to(Refusal(Code.FORBIDDEN, "no")).headers


async def test_a_body_is_read_up_to_its_limit_whether_its_length_is_declared_or_not() -> None:
    assert await body_of(request(b"12345"), 5) == b"12345"
    for sent in (request(b"123456"), request(b"123456", content_length="6")):
        with pytest.raises(Refusal, match="expected a body of at most 5 bytes") as too_big:
            await body_of(sent, 5)
        assert too_big.value.code is Code.TOO_BIG


@pytest.mark.parametrize(
    ("body", "fault"), [(b"[]", "expected a JSON object, got list"), (b"7", "got int"), (b"{", "truncated")]
)
def test_a_body_that_is_no_object_is_refused_and_an_empty_body_is_an_empty_object(
    body: bytes, fault: str
) -> None:
    assert plain_object(b"") == {} and plain_object(b'{"name": "Ann"}') == {"name": "Ann"}
    with pytest.raises(Refusal, match=fault) as invalid:
        plain_object(body)
    assert invalid.value.code is Code.INVALID_MESSAGE


def test_the_refusal_of_a_query_names_the_field() -> None:
    assert query_of(request(query=b"game=bridge&limit=7"), Page).limit == 7
    with pytest.raises(Refusal, match=r"`limit` of the query"):
        query_of(request(query=b"limit=many"), Page)
