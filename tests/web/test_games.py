"""Finished boards over real sockets from a real store: formats, sittings, analysis and refusals."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from bots.errors import Refused
from bots.wire.http import Http
from server.hub.archive.archive import MOST_DEALS
from server.records.bridge.formats import FORMATS
from server.records.bridge.record import readable_boards
from server.records.bridge.validate import validate
from server.settings import Settings
from tests.web.served import QUICK, Served, needs_redis, served

pytestmark = needs_redis
BOARDS = 3
ENOUGH = {"options": {"boards": BOARDS}, "name": "Robots' night", "policy": {**QUICK, "correction_ms": 0}}


async def played(server: Served, **wishes: Any) -> str:
    """Return a table at which robots have played all boards."""
    table = await server.table(await server.guest("Host"), **{**ENOUGH, **wishes})
    await over(server, table)
    return table


async def over(server: Served, table: str) -> None:
    """Watch a table until it has closed."""
    async with server.http() as http, http.stream("GET", f"/v1/tables/{table}/stream") as lines:
        async with asyncio.timeout(60):
            async for line in lines.aiter_lines():
                if '"closing"' in line:
                    return


@pytest.fixture(scope="module")
def table(server: Served) -> str:
    """Return one finished sitting for all tests that only read it."""
    return asyncio.run(played(server))


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """Return the status and the code of a refusal."""
    return answer.status_code, answer.json()["code"]


@pytest.mark.parametrize("name", FORMATS)
async def test_a_sitting_and_a_board_come_in_every_format(server: Served, table: str, name: str) -> None:
    known = FORMATS[name]
    async with server.http() as http:
        for game, numbers in ((table, [1, 2, 3]), (f"{table}.2", [2])):
            answer = await http.get(f"/v1/games/{game}", params={"format": name})
            assert answer.status_code == 200, answer.text
            assert answer.headers["content-type"].startswith(known.content_type.partition(";")[0])
            ending = known.suffixes[0] if known.suffixes else ""
            said = answer.headers["content-disposition"]
            assert said.startswith(f"attachment; filename*=UTF-8''{game}.") and said.endswith(ending)
            boards = readable_boards(known.boards(answer.content))
            assert [board.number for board in boards if board.number is not None] in (numbers, [])
            assert len(boards) == len(numbers)


async def test_a_downloaded_game_is_legal_and_names_its_players(server: Served, table: str) -> None:
    async with server.http() as http:
        answer = await http.get(f"/v1/games/{table}", params={"format": "endplay"})
    for record in readable_boards(FORMATS["endplay"].boards(answer.content)):
        assert not validate(record).fault
        assert record.players == ("plain",) * 4
        assert (record.info["Event"], record.info["Site"]) == ("Robots' night", "Kibitz")


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("*/*", "pbn"),
        ("text/html, application/json;q=0.9", "endplay"),
        ("application/x-pbn", "pbn"),
        ("text/html", "pbn"),
        ("", "pbn"),
    ],
)
async def test_the_accept_header_chooses_where_no_format_is_named(
    server: Served, table: str, accept: str, kind: str
) -> None:
    async with server.http() as http:
        answer = await http.get(f"/v1/games/{table}", headers={"accept": accept})
    assert answer.headers["content-type"].partition(";")[0] == FORMATS[kind].content_type.partition(";")[0]


@pytest.mark.parametrize("wish", [{"format": "doc"}, {"format": ""}, {"format": "PBN"}, {"dd": "maybe"}])
async def test_an_unknown_format_is_refused_with_the_known_formats(
    server: Served, table: str, wish: dict[str, str]
) -> None:
    async with server.http() as http:
        for game in (table, "nowhere"):
            answer = await http.get(f"/v1/games/{game}", params=wish)
            assert refusal(answer) == (400, "invalid_message")
            expected = ", ".join(FORMATS) if "format" in wish else "yes or no"
            assert f"expected one of {expected}" in answer.text or f"expected {expected}" in answer.text


@pytest.mark.parametrize("board", ["4", "0", "9999"])
async def test_a_board_that_is_not_there_and_one_in_play_are_the_same_bytes(
    server: Served, table: str, board: str
) -> None:
    playing = await server.table(await server.guest(), seats={}, policy={})
    async with server.http() as http:
        for path in ("", "/analysis"):
            none = await http.get(f"/v1/games/{table}.{board}{path}")
            live = await http.get(f"/v1/games/{playing}.1{path}")
            assert refusal(none) == (404, "forbidden")
            assert (none.status_code, none.content) == (live.status_code, live.content)
            assert refusal(await http.get(f"/v1/games/nowhere.{board}{path}")) == (404, "no_such_table")


async def test_a_token_that_is_unknown_is_refused_though_none_is_needed(server: Served, table: str) -> None:
    async with server.http("nobody's") as http:
        assert refusal(await http.get(f"/v1/games/{table}")) == (401, "unauthorized")


async def test_boards_outlive_the_server_and_stay_asleep(data: Path) -> None:
    with served(data) as server:
        table = await played(server)
        async with server.http() as http:
            before = await http.get(f"/v1/games/{table}", params={"format": "endplay"})
    with served(data) as again:
        async with again.http() as http:
            after = await http.get(f"/v1/games/{table}", params={"format": "endplay"})
        assert (after.status_code, after.content) == (200, before.content)
        assert again.call(lambda: again.hub.live(table)) is None


async def test_the_client_fetches_games_and_gets_the_reason_of_a_refusal(server: Served, table: str) -> None:
    http = Http(server.address, await server.guest("Ann"))
    text = await http.game(f"{table}.1", "endplay")
    assert [board.number for board in readable_boards(FORMATS["endplay"].boards(text))] == [1]
    assert len(readable_boards(FORMATS["pbn"].boards(await http.game(table)))) == BOARDS
    with pytest.raises(Refused, match="finished"):
        await http.game(f"{table}.77")
    with pytest.raises(Refused, match="expected one of"):
        await http.game(table, "doc")


async def test_a_room_of_a_match_names_the_match_and_itself(server: Served) -> None:
    robots = dict.fromkeys("0123", "plain")
    wish = {"count": 1, "name": "Final", "seats": robots, "other_seats": robots, "policy": ENOUGH["policy"]}
    async with server.http(await server.guest()) as http:
        tables = (await http.post("/v1/matches", json=wish)).json()
        await asyncio.gather(*(over(server, each) for each in tables.values()))
        given = []
        for table in tables.values():
            answer = await http.get(f"/v1/games/{table}", params={"format": "endplay"})
            given += readable_boards(FORMATS["endplay"].boards(answer.content))
    assert [(each.info["Event"], each.info["Room"]) for each in given] == [
        ("Final", "Open"),
        ("Final", "Closed"),
    ]
    assert len({frozenset(hand) for each in given for hand in each.hands}) == 4
    assert all("ScoreIMP" in each.info for each in given)


# Analysis


async def test_a_finished_board_is_analysed(server: Served, table: str) -> None:
    pytest.importorskip("endplay")
    async with server.http() as http:
        answer = await http.get(f"/v1/games/{table}.1/analysis")
        assert answer.status_code == 200, answer.text
        (board,) = answer.json()["boards"]
        assert board["board"] == 1
        assert set(board["double_dummy"]) == set("NESW")
        assert all(set(row) == {"C", "D", "H", "S", "NT"} for row in board["double_dummy"].values())
        assert set(board["par"]) == {"score_ns", "contracts"}
        file = await http.get(f"/v1/games/{table}.1", params={"format": "endplay", "dd": "yes"})
        (record,) = readable_boards(FORMATS["endplay"].boards(file.content))
        told = record.info["OptimumScore"]
        points = board["par"]["score_ns"]
        assert told == (f"NS {points}" if points >= 0 else f"EW {-points}")


@pytest.fixture
def limited(data: Path) -> Iterator[Served]:
    """Yield a server that analyses one board per player, with a time limit of a tenth of a millisecond."""
    with served(data, analyses_burst=1, analyses_s=0.001, analysis_s=0.0001) as running:
        yield running


async def test_analysis_has_a_bucket_and_a_time_limit_of_its_own(limited: Served) -> None:
    pytest.importorskip("endplay")
    table = await played(limited)
    async with limited.http(await limited.guest()) as http:
        late = await http.get(f"/v1/games/{table}.1/analysis")
        assert refusal(late) == (504, "unavailable") and late.json()["retry_ms"] > 0
        again = await http.get(f"/v1/games/{table}.1", params={"dd": "yes"})
        assert refusal(again) == (429, "rate_limited") and int(again.headers["retry-after"]) > 0
        assert (await http.get(f"/v1/games/{table}.1")).status_code == 200


async def test_a_sitting_of_more_boards_than_may_be_analysed_at_once_costs_nothing(limited: Served) -> None:
    pytest.importorskip("endplay")
    table = await played(limited)
    async with limited.http(await limited.guest()) as http:
        whole = await http.get(f"/v1/games/{table}/analysis")
        assert refusal(whole) == (413, "too_big") and "at most 1 board" in whole.json()["message"]
        assert refusal(await http.get(f"/v1/games/{table}.1/analysis")) == (504, "unavailable")


def test_a_whole_sitting_may_be_analysed_at_once() -> None:
    assert MOST_DEALS <= Settings().analyses_burst <= Settings().analyses_per_address_burst


def test_a_thread_at_work_gives_way_to_the_loop_within_a_millisecond(server: Served) -> None:
    assert sys.getswitchinterval() <= 0.001


def test_analysis_costs_more_than_a_download() -> None:
    usual = Settings()
    assert (
        usual.analyses_s < usual.player_requests_s and usual.analyses_per_address_s < usual.http_per_address_s
    )
