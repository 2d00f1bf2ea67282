"""A game of Spades over real sockets: played, downloaded as one file, and checked by `kibitz replay`."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from bots.errors import Refused
from bots.wire.http import Http
from server.records.bridge.formats import FORMATS
from server.records.spades import loads
from server.records.spades.validate import validate
from tests.cli.commands import kibitz
from tests.web.served import Served, needs_redis, served
from tests.web.test_games import over, refusal

pytestmark = needs_redis
HANDS = 3
RULES = {"rounds": HANDS, "floor": 0, "target": 0, "blind_nil_behind": 0}


async def played(server: Served, **options: Any) -> str:
    """Return a table at which robots have played a whole game."""
    seats = dict.fromkeys(map(str, range(options.get("players", 4))), "plain")
    table = await server.table(
        await server.guest("Host"), game="spades", options={**RULES, **options}, name="Friday", seats=seats
    )
    await over(server, table)
    return table


@pytest.fixture(scope="module")
def table(server: Served) -> str:
    """Return one finished game for all tests that only read it."""
    return asyncio.run(played(server))


async def get(server: Served, path: str, token: str | None = None, **wish: Any) -> httpx.Response:
    async with server.http(token) as http:
        return await http.get(f"/v1/games/{path}", **wish)


async def test_a_whole_game_is_one_download_that_replay_finds_sound(
    server: Served, table: str, tmp_path: Path
) -> None:
    answer = await get(server, table)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.headers["content-disposition"] == f"attachment; filename*=UTF-8''{table}.json"
    (record,) = loads(answer.content)
    hands = [*range(1, len(record.hands) + 1)]
    assert [hand.hand for hand in record.hands] == hands and len(hands) >= HANDS, (
        "more than three after a tie"
    )
    assert (record.event, record.players, record.hands_missing) == ("Friday", ("plain",) * 4, ())
    file = tmp_path / "game.json"
    file.write_bytes(answer.content)
    said = kibitz("replay", str(file))
    assert said.returncode == 0, said.stdout
    row = json.loads(said.stdout)
    assert (row["game"], row["ok"], row["table"], row["hands"]) == ("spades", True, table, hands)
    assert (row["winner"], row["scores"]) == (record.winner, [score.points for score in record.scores])


@pytest.mark.parametrize("players", [2, 3, 6])
async def test_games_of_other_numbers_of_players_are_sound(server: Served, players: int) -> None:
    variant = await played(server, players=players, rounds=2)
    (record,) = loads((await get(server, variant)).content)
    assert validate(record) is None
    assert record.rules.players == players
    assert len(record.hands) >= 2, "two rounds, and more where the scores are equal then"


async def test_one_hand_is_a_download_of_its_own(server: Served, table: str) -> None:
    answer = await get(server, f"{table}.2", params={"format": "json"})
    (record,) = loads(answer.content)
    assert ([hand.hand for hand in record.hands], record.hands_missing) == ([2], (1,))
    assert validate(record) is None


@pytest.mark.parametrize("accept", ["*/*", "text/html", "application/json", "application/x-pbn", ""])
async def test_json_is_the_only_format_whatever_the_accept_header_says(
    server: Served, table: str, accept: str
) -> None:
    answer = await get(server, table, headers={"accept": accept})
    assert answer.headers["content-type"].startswith("application/json")


@pytest.mark.parametrize("name", FORMATS)
async def test_a_format_of_bridge_is_refused_with_those_of_spades(
    server: Served, table: str, name: str
) -> None:
    answer = await get(server, table, params={"format": name})
    assert refusal(answer) == (400, "invalid_message")
    assert answer.json()["message"] == "expected one of json - at `format` of the query"


async def test_the_format_of_spades_is_refused_at_a_table_of_bridge(server: Served) -> None:
    bridge = await server.table(await server.guest(), options={"boards": 1})
    await over(server, bridge)
    answer = await get(server, bridge, params={"format": "json"})
    assert refusal(answer) == (400, "invalid_message")
    assert f"expected one of {', '.join(FORMATS)} - at" in answer.json()["message"]


async def test_a_hand_that_is_not_there_and_one_in_play_are_the_same_bytes(
    server: Served, table: str
) -> None:
    playing = await server.table(await server.guest(), game="spades", seats={}, policy={})
    for wish in ({}, {"format": "json"}, {"format": "pbn"}, {"dd": "yes"}):
        none = await get(server, f"{table}.40", params=wish)
        live = await get(server, f"{playing}.1", params=wish)
        whole = await get(server, playing, params=wish)
        assert refusal(none) == (404, "forbidden")
        assert none.content == live.content == whole.content


async def test_the_refusal_to_analyse_spades_has_a_reason(server: Served, table: str) -> None:
    for answer in (
        await get(server, f"{table}/analysis"),
        await get(server, f"{table}.1/analysis"),
        await get(server, table, params={"dd": "yes"}),
    ):
        assert refusal(answer) == (404, "forbidden")
        assert answer.json()["message"] == "double-dummy analysis is for boards of bridge"


async def test_a_game_outlives_the_server_and_stays_asleep(data: Path) -> None:
    with served(data) as server:
        table = await played(server, rounds=1)
        before = await get(server, table)
    with served(data) as again:
        after = await get(again, table)
        assert (after.status_code, after.content) == (200, before.content)
        assert again.call(lambda: again.hub.live(table)) is None


async def test_the_client_fetches_a_game(server: Served, table: str) -> None:
    http = Http(server.address, await server.guest("Ann"))
    (record,) = loads(await http.game(table, "json"))
    assert record.table == table
    with pytest.raises(Refused, match="finished"):
        await http.game(f"{table}.77", "json")


async def test_a_record_of_spades_opens_no_table_of_bridge(server: Served, table: str) -> None:
    file = (await get(server, table)).content
    for headers in ({"content-type": "application/json"}, {"content-type": "text/plain"}):
        async with server.http(await server.guest()) as http:
            for game, got in (("bridge", "got"), ("replay", "but the file has")):
                answer = await http.post("/v1/tables", content=file, headers=headers, params={"game": game})
                assert refusal(answer) == (400, "invalid_message"), answer.text
                assert f"expected boards of bridge, {got} a game of Spades" in answer.json()["message"]
            wish = {"game": "bridge", "boards": json.loads(file)}
            assert "expected boards of bridge" in (await http.post("/v1/tables", json=wish)).text
            answer = await http.post("/v1/tables", content=file, headers=headers, params={"game": "spades"})
            assert refusal(answer) == (422, "illegal_action")
            assert "no boards can be uploaded for Spades" in answer.json()["message"]


async def test_a_position_of_a_hand_shows_what_a_seat_saw_or_all_hands(server: Served, table: str) -> None:
    seat = (await get(server, f"{table}.1", params={"turn": 0, "as": 2})).json()
    assert (seat["turn"], seat["seat"], seat["pub"]["phase"]) == (0, 2, "bidding")
    whole = (await get(server, f"{table}.1", params={"turn": 6, "as": "all"})).json()
    assert [len(hand) for hand in whole["own"]["hands"]] == [12, 12, 13, 13] or whole["turns"] > 56
    last = (await get(server, f"{table}.1", params={"turn": whole["turns"]})).json()
    assert last["pub"]["phase"] == "over" and last["own"] is None
    assert refusal(await get(server, f"{table}.1", params={"turn": 0, "as": "both"})) == (
        400,
        "invalid_message",
    )
