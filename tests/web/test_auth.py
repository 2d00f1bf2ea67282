"""Authentication of HTTP requests: bearer tokens, and the limits of addresses and players."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.refusals import code
from tests.web.served import JSON_BODY, Served, needs_redis, served

pytestmark = needs_redis


@pytest.mark.parametrize(
    "header", [None, "Bearer", "Bearer nonsense", "Basic abc", "bearer " + "x" * 5_000, "Bearer \xe9"]
)
async def test_a_request_that_needs_a_player_needs_a_known_token(server: Served, header: str | None) -> None:
    headers = {} if header is None else {"authorization": header.encode("latin-1")}
    async with server.http() as http:
        for path in ("/v1/tables", "/v1/tables/t/act"):
            assert code(await http.post(path, headers=headers, json={})) == (401, "unauthorized")


async def test_a_token_in_the_url_is_ignored(server: Served) -> None:
    token = await server.guest()
    async with server.http() as http:
        for query in (f"token={token}", f"access_token={token}", f"authorization=Bearer {token}"):
            assert code(await http.post(f"/v1/tables?{query}", json={})) == (401, "unauthorized")


async def test_the_refusal_of_too_many_requests_has_a_retry_time(data: Path) -> None:
    limits: dict[str, Any] = {"guests_per_address_s": 0.5, "guests_per_address_burst": 2}
    limits |= {"opens_s": 0.1, "opens_burst": 1, "http_per_address_s": 1.0, "http_per_address_burst": 20}
    with served(data, **limits) as server:
        token = await server.guest()
        async with server.http(token) as http:
            await http.post("/v1/guests", headers=JSON_BODY)
            answer = await http.post("/v1/guests", headers=JSON_BODY)
            assert code(answer) == (429, "rate_limited") and answer.headers["retry-after"] == "2"
            assert (await http.post("/v1/tables", json={})).status_code == 201
            answer = await http.post("/v1/tables", json={})
            assert code(answer) == (429, "rate_limited") and 8 <= int(answer.headers["retry-after"]) <= 10
            for _ in range(20):
                answer = await http.get("/v1/tables")
            assert code(answer) == (429, "rate_limited") and answer.headers["retry-after"] == "1"
            assert (await http.get("/healthz")).status_code == 200


async def test_a_players_requests_by_http_count_with_all_others(data: Path) -> None:
    with served(data, player_requests_s=0.1, player_requests_burst=3) as server:
        async with server.http(await server.guest()) as http:
            for _ in range(3):
                assert code(await http.get("/v1/tables/nowhere")) == (404, "no_such_table")
            assert code(await http.get("/v1/tables/nowhere")) == (429, "rate_limited")
