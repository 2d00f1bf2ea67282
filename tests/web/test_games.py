"""Finished boards over real sockets from a real store: formats, sittings, analysis and refusals."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from bots.errors import Refused
from bots.wire.http import Http
from server.records.bridge.formats import FORMATS
from server.records.bridge.record import readable_boards
from server.records.bridge.validate import validate
from tests.web.served import Served, needs_redis, served
from tests.web.sittings import BOARDS, ENOUGH, over, played, refusal

pytestmark = needs_redis


@pytest.fixture(scope="module")
def table(server: Served) -> str:
    """Return one finished sitting for all tests that only read it."""
    return asyncio.run(played(server))


@pytest.mark.parametrize("name", FORMATS)
async def test_a_sitting_and_a_board_come_in_every_format(server: Served, table: str, name: str) -> None:
    known = FORMATS[name]
    async with server.http() as http:
        for game, numbers in ((table, [1, 2, 3]), (f"{table}.2", [2])):
            answer = await http.get(f"/v1/games/{game}", params={"format": name})
            assert answer.status_code == 200, answer.text
            assert answer.headers["content-type"].startswith(known.content_type.partition(";")[0])
            ending = known.suffixes[0] if known.suffixes else f".{name}.json"
            assert answer.headers["content-disposition"] == f"attachment; filename*=UTF-8''{game}{ending}"
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


def test_a_thread_at_work_gives_way_to_the_loop_within_a_millisecond(server: Served) -> None:
    assert sys.getswitchinterval() <= 0.001


async def test_a_position_of_a_board_shows_what_a_seat_saw_or_all_hands(server: Served, table: str) -> None:
    async with server.http() as http:
        first = (await http.get(f"/v1/games/{table}.2", params={"turn": 0, "as": 0})).json()
        assert (first["turn"], first["seat"], first["pub"]["board"]) == (0, 0, 2)
        assert len(first["own"]["hand"]) == 13 and first["pub"]["hands"] is None
        whole = (await http.get(f"/v1/games/{table}.2", params={"turn": 0, "as": "all"})).json()
        assert [len(hand) for hand in whole["own"]["hands"]] == [13] * 4
        assert whole["own"]["hands"][0] == first["own"]["hand"] and whole["players"] == ["plain"] * 4
        last = (await http.get(f"/v1/games/{table}.2", params={"turn": whole["turns"]})).json()
        assert last["pub"]["phase"] == "over" and last["pub"]["result"] is not None
