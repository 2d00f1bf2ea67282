"""Sets of boards with real sockets and a real store: opened over HTTP, played by robots, and compared."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from protocol.v1.requests import Host
from protocol.v1.updates import Done
from tests.records.bridge.board_json import board
from tests.web.served import QUICK, Served, needs_redis, served, talking

pytestmark = needs_redis

ROBOTS = dict.fromkeys("0123", "plain")
BOARDS = [board(board_num=7), board(board_num=8)]
POLICY = {**QUICK, "robot_ms": 0}
WISH = {"tables": 3, "boards": BOARDS, "seats": ROBOTS, "policy": POLICY, "name": "Evening"}


async def watched(http: httpx.AsyncClient, tables: Sequence[str], stack: AsyncExitStack) -> None:
    """Watch tables of robots, which play while a person watches."""
    for table in tables:
        await stack.enter_async_context(http.stream("GET", f"/v1/tables/{table}/stream"))


async def compared(http: httpx.AsyncClient, board_set: str, boards: list[int], **query: str) -> Any:
    """Return the comparison of a set once these boards can be compared."""
    for _ in range(600):
        shown = await http.get(f"/v1/sets/{board_set}", params=query)
        assert shown.status_code == 200, shown.text
        if shown.json()["boards"] == boards:
            return shown.json()
        await asyncio.sleep(0.1)
    raise AssertionError(f"expected the boards {boards} to be released, got {shown.text}")


async def test_robots_play_a_set_at_three_tables_and_the_boards_are_compared_also_after_a_restart(
    data: Path,
) -> None:
    with served(data) as server:
        async with server.http(await server.guest()) as http, AsyncExitStack() as stack:
            opened = await http.post("/v1/sets", json=WISH)
            assert opened.status_code == 201, opened.text
            board_set, tables = opened.json()["board_set"], opened.json()["tables"]
            before = (await http.get(f"/v1/sets/{board_set}")).json()
            assert (before["boards"], before["comparison"]) == ([], None)
            assert [each["name"] for each in before["tables"]] == [
                f"Evening (table {number})" for number in (1, 2, 3)
            ]
            await watched(http, tables[:2], stack)
            await asyncio.sleep(1)
            assert (await http.get(f"/v1/sets/{board_set}")).json() == before, "one table has yet to play"
            await watched(http, tables[2:], stack)
            shown = await compared(http, board_set, [7, 8])
    travellers = shown["comparison"]["travellers"]
    assert [len(each["lines"]) for each in travellers] == [3, 3]
    assert {each["players"][0] for each in shown["comparison"]["tables"]} == {"plain"}
    with served(data) as again:
        async with again.http() as http:
            assert await compared(http, board_set, [7, 8]) == shown
            text = await http.get(f"/v1/sets/{board_set}", params={"format": "text", "scoring": "imp"})
            assert text.text.startswith("Evening\nCross-IMPs, 3 tables, 2 boards")
            page = await http.get(f"/v1/sets/{board_set}", params={"format": "html"})
            assert page.headers["content-type"].startswith("text/html")
            assert (
                "script" not in page.text and "default-src 'none'" in page.headers["content-security-policy"]
            )


@pytest.mark.parametrize(
    ("wish", "status", "words"),
    [
        ({"tables": 1}, 400, "$.tables"),
        ({"tables": 65}, 400, "$.tables"),
        ({"tables": 3, "game": "hanabi"}, 403, "expected a game with matches and sets of boards, got hanabi"),
        ({"tables": 3, "options": {"scoring": "chicago"}}, 422, "duplicate"),
        ({"tables": 3, "boards": "nonsense"}, 400, "$.boards"),
        ({"tables": 3, "seats": {"0": "unknown"}}, 400, "robots"),
    ],
)
async def test_an_invalid_set_is_refused_with_its_reason(
    server: Served, wish: dict[str, Any], status: int, words: str
) -> None:
    async with server.http(await server.guest()) as http:
        refused = await http.post("/v1/sets", json=wish)
        assert refused.status_code == status, refused.text
        assert words in refused.json()["message"]


async def test_a_file_is_opened_at_several_tables_by_the_query(server: Served) -> None:
    async with server.http(await server.guest()) as http:
        file = '[Deal "N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765"]\n'
        opened = await http.post(
            "/v1/sets", params={"tables": 2}, content=file, headers={"content-type": "text/plain"}
        )
        assert opened.status_code == 201 and len(opened.json()["tables"]) == 2


async def test_a_set_is_shown_to_those_that_may_enter_one_of_its_tables(server: Served) -> None:
    async with server.http(await server.guest()) as host, server.http(await server.guest()) as stranger:
        closed = {"tables": 2, "policy": {"access": "invited"}}
        board_set = (await host.post("/v1/sets", json=closed)).json()["board_set"]
        assert (await host.get(f"/v1/sets/{board_set}")).status_code == 200
        refused = await stranger.get(f"/v1/sets/{board_set}")
        assert refused.status_code == 403 and "may enter" in refused.json()["message"]


async def test_an_unknown_set_and_an_unknown_scoring_are_refused(server: Served) -> None:
    async with server.http(await server.guest()) as http:
        assert (await http.get("/v1/sets/nowhere")).status_code == 404
        board_set = (await http.post("/v1/sets", json={"tables": 2})).json()["board_set"]
        refused = await http.get(f"/v1/sets/{board_set}", params={"scoring": "vp"})
        assert refused.status_code == 400
        assert "expected the scoring mp, imp, butler, bam or total, got vp" in refused.json()["message"]
        nothing = await http.get(f"/v1/sets/{board_set}", params={"format": "text"})
        assert nothing.status_code == 403


async def test_a_set_names_the_tables_that_the_caller_may_enter(server: Served) -> None:
    hosts, friends = await server.guest(), await server.guest("Friend")
    async with (
        server.http(hosts) as host,
        server.http(friends) as friend,
        server.http() as stranger,
        talking(server, token=hosts) as hosting,
        talking(server, token=friends) as invited,
    ):

        async def opened(access: str) -> Any:
            wish = {"tables": 2, "policy": {"access": access}}
            return (await host.post("/v1/sets", json=wish)).json()

        async def rights(http: httpx.AsyncClient, board_set: str) -> tuple[list[bool], bool]:
            shown = (await http.get(f"/v1/sets/{board_set}")).json()
            return [each["admitted"] for each in shown["tables"]], shown["public"]

        to_all, to_players, to_invited = [await opened(access) for access in ("open", "private", "invited")]
        assert await rights(stranger, to_all["board_set"]) == ([True, True], True)
        assert await rights(friend, to_players["board_set"]) == ([True, True], False)
        assert (await stranger.get(f"/v1/sets/{to_players['board_set']}")).status_code == 403
        assert await rights(host, to_invited["board_set"]) == ([True, True], False)
        assert (await friend.get(f"/v1/sets/{to_invited['board_set']}")).status_code == 403
        assert invited.welcome is not None
        second = Host(table=to_invited["tables"][1], invited=(invited.welcome.you.id,), id=1)
        assert isinstance(await hosting.ask(second), Done)
        assert await rights(friend, to_invited["board_set"]) == ([False, True], False)
