"""Sessions of the seed's API, and the operations that this server does not offer."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from protocol.v1.codes import CloseCode
from server.web.spades_rest.auth import MISSING
from tests.web.served import JSON_BODY, PATIENCE_S, Served, needs_redis, served, talking
from tests.web.spades_rest.company import body_of, guests

pytestmark = needs_redis


async def test_a_guest_gets_a_session_an_id_and_a_name(server: Served) -> None:
    async with server.http() as http:
        ann = body_of(await http.post("/api/auth/guest", json={"username": " Ann "}), 201)
        assert ann.keys() == {"sessionId", "playerId", "username"} and ann["username"] == "Ann"
        nameless = body_of(await http.post("/api/auth/guest", json={}), 201)
        assert nameless["username"] == f"Guest {nameless['playerId'][:4]}"


async def test_a_session_is_the_bearer_token_of_the_other_api(server: Served) -> None:
    async with guests(server, "Ann") as (ann,), server.http(ann.session) as http:
        answer = await http.post("/v1/tables", json={"game": "spades"})
        assert answer.status_code == 201


@pytest.mark.parametrize("body", ["[", "[]", '{"username": 7}', '{"username": "%s"}' % ("x" * 51)])
async def test_an_invalid_guest_is_malformed(server: Served, body: str) -> None:
    async with server.http() as http:
        body_of(await http.post("/api/auth/guest", content=body, headers=JSON_BODY), 400)


async def test_guests_of_one_address_are_limited(data: Path) -> None:
    with served(data, guests_per_address_s=1e-6, guests_per_address_burst=1) as server:
        async with server.http() as http:
            body_of(await http.post("/api/auth/guest", json={}), 201)
            answer = await http.post("/api/auth/guest", json={})
            assert body_of(answer, 429) == "RATE_LIMITED" and int(answer.headers["retry-after"]) > 0


async def test_a_session_needs_both_headers_and_they_must_match(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        for headers in (
            {},
            {"x-session-id": ann.session},
            {"x-player-id": ann.id},
            {"x-session-id": ann.session, "x-player-id": bob.id},
            {"x-session-id": "nonsense", "x-player-id": ann.id},
        ):
            assert body_of(await ann.http.get("/api/tables", headers=headers), 401) == "UNAUTHORIZED"
        body_of(await ann.http.get("/api/tables", headers=ann.headers), 200)


async def test_a_session_is_never_read_from_the_address(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        query = {"sessionId": ann.session, "x-session-id": ann.session, "x-player-id": ann.id}
        body_of(await ann.http.get("/api/tables", params=query), 401)
        body_of(await ann.http.get("/api/tables", params=query, headers={"x-player-id": ann.id}), 401)


async def test_a_session_ends_with_the_logout(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        table = await ann.opens()
        assert (await ann.does("/auth/logout")).keys() == {"message"}
        assert await ann.sees("/tables", 401) == await ann.sees(f"{table}/state", 401) == "UNAUTHORIZED"
        body_of(await ann.http.get("/v1/tables", headers={"authorization": f"Bearer {ann.session}"}), 200)
        answer = await ann.http.post("/v1/tables", headers={"authorization": f"Bearer {ann.session}"})
        assert answer.status_code == 401


async def test_a_logout_closes_all_connections_of_the_player(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        table = await ann.opens()
        await bob.does(f"{table}/arrive")
        seed = server.address.replace("http", "ws", 1)
        head: Any = {"additional_headers": bob.headers, "compression": None}
        async with talking(server, bob.session) as talk, connect(seed, **head) as socket:
            only = {"x-session-id": bob.session}
            body_of(await bob.http.post("/api/auth/logout", headers=only), 200)
            assert await talk.end() == CloseCode.UNAUTHORIZED
            async with asyncio.timeout(PATIENCE_S):
                await socket.wait_closed()
            assert socket.close_code == CloseCode.UNAUTHORIZED
        assert (await ann.sees(f"{table}/state"))["observers"] == []


async def test_a_logout_without_a_session_succeeds(server: Served) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        body_of(await ann.http.post("/api/auth/logout"), 200)
        mixed = {"x-session-id": ann.session, "x-player-id": bob.id}
        body_of(await ann.http.post("/api/auth/logout", headers=mixed), 200)
        await ann.sees("/tables")


@pytest.mark.parametrize("method, path", MISSING)
async def test_operations_not_offered_are_refused_with_a_reason(
    server: Served, method: str, path: str
) -> None:
    async with server.http() as http:
        answer = await http.request(method, path.replace("{player}", "77f0a1b2c3d4e5f6"))
        assert body_of(answer, 501) == "NOT_IMPLEMENTED"
