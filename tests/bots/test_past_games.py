"""The finished games of a player are read page by page, and an export is complete or an error."""

from __future__ import annotations

import json
from datetime import date

import pytest

from bots.errors import GaveUp, Refused
from bots.past_games import PastGame, export, past_games
from bots.wire.http import Http
from tests.bots.http_servers import http, http_server

GAME = {
    "id": "t.3",
    "table": "t",
    "number": 3,
    "game": "bridge",
    "ended_ms": 1_800_000_000_000,
    "result": "4S S = +420",
    "players": [{"seat": 0, "name": "Ann", "player": "a", "robot": False}],
}


def page(cursor: str | None) -> str:
    return http("200 OK", json.dumps({"games": [GAME, GAME], "cursor": cursor, "new": 1}))


async def listed(url: str, player: str = "me", **wish: object) -> list[PastGame]:
    return [each async for each in past_games(Http(url, "secret"), player, **wish)]  # type: ignore[arg-type]


async def test_pages_are_asked_for_until_there_are_enough_games() -> None:
    async with http_server(page("a b")) as (url, asked):
        found = await listed(url, "p/1", game="bridge", since=date(2026, 11, 1), most=3)
    assert [each.id for each in found] == ["t.3"] * 4
    first, second = (request.split(b" ")[1].decode() for request in asked)
    assert first == "/v1/players/p%2F1/games?game=bridge&since=2026-11-01&limit=3"
    assert second.endswith("&before=a+b&limit=1")
    assert all(b"authorization: Bearer secret" in request for request in asked)


async def test_the_last_page_ends_the_list() -> None:
    async with http_server(page(None)) as (url, asked):
        (one, other) = await listed(url)
    assert (one.result, one.players[0].name, other.number) == ("4S S = +420", "Ann", 3)
    assert len(asked) == 1 and b"GET /v1/players/me/games?limit=50 " in asked[0]


async def test_a_refusal_of_a_list_has_a_reason() -> None:
    no = json.dumps({"code": "forbidden", "message": "house robots have no list"})
    async with http_server(http("403 Forbidden", no)) as (url, _):
        with pytest.raises(Refused, match="no list"):
            await listed(url, "house:1")


async def test_an_export_without_its_end_is_an_error() -> None:
    whole = '{"t":"player"}\n{"t":"end","games":0}\n'
    async with http_server(http("200 OK", whole)) as (url, _):
        assert (await export(Http(url, "secret"))).decode() == whole
    async with http_server(http("200 OK", '{"t":"player"}\n{"t":"game","id":"{\\"t\\":\\"end\\""}\n')) as (
        url,
        _,
    ):
        with pytest.raises(GaveUp, match="whole export"):
            await export(Http(url, "secret"))
