"""Repeated keys in JSON bodies, which every address refuses with the path of the key."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from protocol.v1.codec import JSON
from tests.web.served import Served, needs_redis, talking
from tests.web.spades_rest.guests import guests, listening

pytestmark = needs_redis
KIND = {"content-type": "application/json"}


async def posts(http: httpx.AsyncClient, path: str, body: str) -> tuple[int, str]:
    """Return the status of a POST, and the text of a refusal."""
    answer = await http.post(path, content=body.encode(), headers=KIND)
    told: Any = answer.json()
    return answer.status_code, told.get("message") or told.get("error") or ""


@pytest.mark.parametrize(
    ("path", "body", "key", "at"),
    [
        ("/v1/guests", '{"name": "Ann", "name": "Eve"}', "name", "$.name"),
        ("/v1/guests", '{"zz": {"a": 1, "a": 1}}', "a", "$.zz.a"),
        ("/v1/guests", '{"name": "Ann", "n\\u0061me": "Eve"}', "name", "$.name"),
        ("/v1/tables", '{"game": "bridge", "game": "spades"}', "game", "$.game"),
        ("/v1/tables", '{"seats": {"0": "plain", "1": "plain", "0": "random"}}', "0", "$.seats.0"),
        (
            "/v1/matches",
            '{"options": {"scoring": "total", "scoring": "total"}}',
            "scoring",
            "$.options.scoring",
        ),
        ("/v1/tables/TABLE/act", '{"n": 1, "n": 2, "action": {"t": "call"}}', "n", "$.n"),
        (
            "/v1/tables/TABLE/act",
            '{"n": 1, "action": {"t": [{"x": 1}, {"y": 1, "y": 1}]}}',
            "y",
            "$.action.t[1].y",
        ),
    ],
)
async def test_protocol_v1_refuses_a_repeated_key(
    server: Served, path: str, body: str, key: str, at: str
) -> None:
    token = await server.guest()
    path = path.replace("TABLE", await server.table(token))
    async with server.http(token) as http:
        words = f"expected each key once in an object, got {key!r} twice - at `{at}`"
        assert await posts(http, path, body) == (400, words)


async def test_the_seeds_api_refuses_a_repeated_key(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        words = "expected each key once in an object, got {!r} twice - at `$.{}`"
        twice = '{"username": "Ann", "username": "Eve"}'
        expected = (400, words.format("username", "username"))
        assert await posts(ann.http, "/api/auth/guest", twice) == expected
        assert await posts(ann.http, "/api/tables", '{"name": "a", "name": "b"}') == (
            400,
            words.format("name", "name"),
        )
        table = (await ann.post("/api/tables")).json()["tableId"]
        for word in (
            "add-bot",
            "change-seat",
            "assign-seat",
            "kick",
            "transfer-host",
            "visibility",
            "invite",
        ):
            twice = '{"seat": "east", "x": {"seat": 1, "seat": 2}}'
            expected = (400, words.format("seat", "x.seat"))
            assert await posts(ann.http, f"/api/tables/{table}/{word}", twice) == expected
        assert (await ann.get("/api/player/table")).json() == {"tableId": table}


async def test_the_websockets_of_json_refuse_a_repeated_key_too(server: Served) -> None:
    async with talking(server, codec=JSON) as ann:
        await ann.socket.send('{"t": "lobby", "id": 7, "text": "a", "text": "b"}', text=True)
        refused = await ann.next()
        assert (refused.id, refused.code) == (7, "invalid_message")  # type: ignore[union-attr]
        assert refused.message.endswith("got 'text' twice - at `$.text`")  # type: ignore[union-attr]
    async with guests(server, "Ann") as (ann_there,), listening(server, ann_there) as ear:
        await ear.socket.send('{"type": "JOIN_LOBBY", "type": "LEAVE_LOBBY"}')
        told = await ear.next()
        assert (told["type"], told["payload"]["code"]) == ("ERROR", "INVALID_REQUEST")
        assert json.dumps(told).endswith('at `$.type`", "code": "INVALID_REQUEST"}}')
