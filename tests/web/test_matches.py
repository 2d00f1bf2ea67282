"""Matches with real sockets and a real store: opened over HTTP, played by robots, kept over a restart."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from protocol.v1.requests import Hello, Stand
from protocol.v1.updates import Done
from server.web.client_ip import ClientAddresses
from server.web.responses import STATUS
from server.web.routes import application
from tests.hub.archive.test_matches import LONG
from tests.matches import Played
from tests.records.bridge.board_json import board
from tests.rooms import House
from tests.secrecy.staging.lines import CARD
from tests.virtual import passes, until, virtual
from tests.web.served import QUICK, Served, needs_redis, served

pytestmark = needs_redis

ROBOTS = dict.fromkeys("0123", "plain")
BOARDS = [board(board_num=7), board(board_num=8)]


async def shown(http: httpx.AsyncClient, table: str) -> dict[str, Any]:
    """Return the public half of a table's view, repeating the request because watchers are delayed."""
    for _ in range(600):
        answer = await http.get(f"/v1/tables/{table}")
        if answer.status_code == 200:
            pub: dict[str, Any] = answer.json()["view"]["pub"]
            return pub
        assert answer.json()["code"] == "unavailable", answer.text
        await asyncio.sleep(0.05)
    raise AssertionError("expected the past of the table to be read")


async def test_robots_play_a_match_to_its_end_and_watchers_see_it_compared(data: Path) -> None:
    wish = {"boards": BOARDS, "seats": ROBOTS, "other_seats": ROBOTS, "policy": {**QUICK, "robot_ms": 0}}
    with served(data) as server:
        async with server.http(await server.guest()) as http:
            opened = await http.post("/v1/matches", json=wish)
            assert opened.status_code == 201, opened.text
            tables = opened.json()
            async with (
                http.stream("GET", f"/v1/tables/{tables['table']}/stream"),
                http.stream("GET", f"/v1/tables/{tables['other']}/stream"),
            ):
                for _ in range(600):
                    views = [await shown(http, table) for table in tables.values()]
                    if all(set(view["match"]["boards"]) == {"7", "8"} for view in views):
                        break
                    await asyncio.sleep(0.1)
        here, there = views
        assert (here["match"]["other"], there["match"]["other"]) == (tables["other"], tables["table"])
        assert here["match"]["imps"] == -there["match"]["imps"]
    with served(data) as again:
        async with again.http() as http:
            after = await shown(http, tables["table"])
            assert after["match"] == here["match"] and after["board"] == 8


@pytest.mark.parametrize(
    ("wish", "code", "words"),
    [
        ({"boards": [BOARDS[0], board(board_num=7, deal=board(board_num=7)["deal"])]}, None, ""),
        ({"count": 0}, "invalid_message", "$.count"),
        ({"boards": "nonsense"}, "invalid_message", "$.boards"),
        ({"options": {"scoring": "chicago"}}, "illegal_action", "duplicate"),
        ({"other_seats": {"0": "nobody's"}}, "invalid_message", "robots"),
    ],
)
async def test_an_invalid_match_is_refused_with_its_reason(
    server: Served, wish: dict[str, Any], code: str | None, words: str
) -> None:
    async with server.http(await server.guest()) as http:
        answer = await http.post("/v1/matches", json=wish)
        if code is None:
            assert answer.status_code == 201, "a board that a file repeats counts once"
        else:
            assert answer.json()["code"] == code and words in answer.json()["message"]
            assert answer.status_code == {each.value: status for each, status in STATUS.items()}[code]


async def test_a_match_is_opened_by_a_player_with_a_token(server: Served) -> None:
    async with server.http() as http:
        assert (await http.post("/v1/matches", json={})).status_code == 401


@virtual
async def test_who_comes_to_a_room_of_a_match_after_a_board_is_given_no_card_of_it_over_http() -> None:
    async with House() as house, AsyncExitStack() as ending:
        match = await Played.seated(house, count=2, policy=LONG)
        mine = match.tables["open"]
        await match.plays("open", "7NT")
        assert isinstance(await match.players["open"][0].ask(Stand(table=mine, id=1)), Done)
        player, token = await house.guests.create("Late")
        late = house.caller(player=player)
        late.tell(Hello(client="test"))
        carried = httpx.ASGITransport(
            application(house.desk, house.files_and_tickets, ClientAddresses(house.desk.settings))
        )
        head = {"authorization": f"Bearer {token}"}
        http = await ending.enter_async_context(
            httpx.AsyncClient(transport=carried, base_url="http://t", headers=head)
        )
        addresses = [
            f"/v1/games/{mine}",
            f"/v1/games/{mine}?format=pbn",
            f"/v1/games/{mine}.1?format=lin",
            f"/v1/games/{mine}.1?turn=4&as=all",
            f"/v1/games/{mine}.1/analysis",
            f"/v1/games/{mine}.1?dd=yes",
            f"/v1/tables/{mine}",
            f"/v1/tables/{mine}?as=seat",
            f"/v1/tables/{mine}?as=all",
        ]

        async def cards() -> list[set[str]]:
            return [set(CARD.findall((await http.get(address)).text)) for address in addresses]

        await cards()  # the first reading of the delayed log is answered with "unavailable"
        await passes(1_000)
        for turn in ("the pause", "the next board"):
            await late.sit(mine, 0)
            refused = [(await http.get(address)).status_code for address in addresses[:6]]
            assert refused == [404] * 6, turn
            shown = await cards()
            own = shown.pop(addresses.index(f"/v1/tables/{mine}?as=seat"))
            assert not set().union(*shown), turn
            if turn == "the pause":
                assert not own
                await until(lambda: match.table("open").deal == 1, LONG.pause_ms + 1_000)
        assert match.table("open").seat_of(player.id) == 0
        await match.plays("closed")
        given = await http.get(addresses[1])
        assert given.status_code == 200 and '[Board "1"]' in given.text
