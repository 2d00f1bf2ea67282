"""Analyses of finished boards over real sockets: answers, limits and refusals."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from protocol.v1.bridge.replay import TryCard
from protocol.v1.replay import Seek
from protocol.v1.requests import Act, Host, Policy, Sit, Watch
from protocol.v1.updates import Done
from server.hub.archive.archive import MOST_DEALS
from server.records.bridge.formats import FORMATS
from server.records.bridge.record import readable_boards
from server.settings import Settings
from tests.records.bridge.double_dummy import club_board
from tests.records.bridge.double_dummy.solved import solved_deals
from tests.web.served import QUICK, Served, Talk, needs_redis, served, talking
from tests.web.sittings import played, refusal

pytestmark = needs_redis


@pytest.fixture(scope="module")
def table(server: Served) -> str:
    """Return one finished sitting for all tests that only read it."""
    return asyncio.run(played(server))


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


@asynccontextmanager
async def shown(server: Served, token: str, file: str | bytes) -> AsyncIterator[tuple[str, Talk]]:
    """Open a table that shows a file, and yield it with its leader, the player with this token."""
    async with server.http(token) as http, talking(server, token) as leader:
        answer = await http.post(
            "/v1/tables", params={"game": "replay"}, content=file, headers={"content-type": "text/plain"}
        )
        assert answer.status_code == 201, answer.text
        table: str = answer.json()["table"]
        await leader.ask(Sit(table=table, seat=0, id=1))
        await leader.ask(Watch(table=table, as_="seat", id=1))  # The file is opened once a player is there.
        async with asyncio.timeout(20):
            while not (await shown_position(http, table))["files_boards"]:
                await asyncio.sleep(0.05)
        yield table, leader


async def test_the_board_of_an_uploaded_file_is_worth_what_its_club_says(server: Served) -> None:
    pytest.importorskip("endplay")
    async with (
        shown(server, await server.guest(), club_board.PBN) as (table, _),
        server.http() as watcher,
    ):
        answer = await watcher.get(f"/v1/tables/{table}/analysis")
        assert answer.status_code == 200, answer.text
        (board,) = answer.json()["boards"]
        assert board["double_dummy"] == club_board.TRICKS
        assert board["par"] == club_board.PAR
        assert (board["board"], board["cards"]) == (1, [])


async def test_each_card_of_a_shown_play_is_worth_what_the_solvers_author_says(server: Served) -> None:
    pytest.importorskip("endplay")
    deal = solved_deals("list10.txt")[0]
    token, file = await server.guest(), FORMATS["pbn"].dumps([deal.record])
    async with (
        shown(server, token, file) as (table, leader),
        server.http(token) as leading,
        server.http() as watcher,
    ):

        async def values() -> list[dict[str, Any]]:
            answer = await watcher.get(f"/v1/tables/{table}/analysis")
            assert answer.status_code == 200, answer.text
            cards: list[dict[str, Any]] = answer.json()["boards"][0]["cards"]
            return cards

        cards = await values()
        worth = [each["values"][each["played"]] for each in cards if each["played"] is not None]
        assert tuple(worth[:48]) == deal.trace[1:]
        assert cards[0]["values"] == {str(card): value for card, value in deal.lead_values.items()}

        calls = len(deal.record.calls) or (await shown_position(watcher, table))["auction"]
        assert isinstance(await leader.ask(Act(table=table, n=1, action=Seek(0, calls), id=2)), Done)
        other = next(card for card in deal.lead_values if card != deal.record.cards[0])
        view = (await leading.get(f"/v1/tables/{table}", params={"as": "seat"})).json()["view"]
        act = Act(table=table, n=2, decision=view["own"]["decision"], action=TryCard(other), id=3)
        tried = await leader.ask(act)
        assert isinstance(tried, Done)
        lead, second = await values()
        assert lead["played"] == str(other) and lead["values"] == cards[0]["values"]
        assert second["played"] is None
        assert min(second["values"].values()) <= deal.lead_values[other] <= max(second["values"].values())


async def shown_position(http: httpx.AsyncClient, table: str) -> Any:
    return (await http.get(f"/v1/tables/{table}")).json()["view"]["pub"]


async def test_no_live_board_is_analysed(server: Served) -> None:
    token = await server.guest()
    policy = {**QUICK, "hands": "live", "robot_ms": 60_000}
    live = await server.table(
        token, boards=club_board.PBN, seats=dict.fromkeys(range(4), "plain"), policy=policy
    )
    async with server.http(token) as host, server.http() as watcher, talking(server, token) as player:
        await player.ask(Watch(table=live, as_="public", id=1))
        async with asyncio.timeout(20):
            while (await shown_position(watcher, live))["phase"] == "deal":
                await asyncio.sleep(0.05)
        for caller in (host, watcher):
            answer = await caller.get(f"/v1/tables/{live}/analysis")
            assert refusal(answer) == (403, "forbidden")
            assert answer.json()["message"] == (
                "only recorded boards of bridge at a replay table can be analysed,"
                " and this is a table of bridge"
            )


async def test_only_boards_with_cards_and_tables_that_the_caller_may_watch_are_analysed(
    server: Served,
) -> None:
    token = await server.guest()
    file = f'{club_board.PBN}\n[Board "2"]\n[Deal "N:A... - - -"]\n'
    async with (
        shown(server, token, file) as (table, leader),
        server.http(token) as leading,
        server.http() as watcher,
    ):
        assert isinstance(await leader.ask(Act(table=table, n=1, action=Seek(1, 0), id=2)), Done)
        answer = await watcher.get(f"/v1/tables/{table}/analysis")
        assert refusal(answer) == (403, "forbidden")
        assert answer.json()["message"] == "the record of this board has no cards"
        assert isinstance(await leader.ask(Act(table=table, n=2, action=Seek(0, 0), id=3)), Done)
        closed = await leader.ask(Host(table=table, policy=Policy(access="invited"), id=4))
        assert isinstance(closed, Done)
        assert refusal(await watcher.get(f"/v1/tables/{table}/analysis")) == (403, "forbidden")
        assert (await leading.get(f"/v1/tables/{table}/analysis")).status_code in (200, 501)
        assert refusal(await leading.get("/v1/tables/nowhere/analysis")) == (404, "no_such_table")


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


async def test_the_boards_of_replays_count_against_the_same_limits(limited: Served) -> None:
    pytest.importorskip("endplay")
    token = await limited.guest()
    async with shown(limited, token, club_board.PBN) as (table, _), limited.http(token) as http:
        assert refusal(await http.get(f"/v1/tables/{table}/analysis")) == (504, "unavailable")
        assert refusal(await http.get(f"/v1/tables/{table}/analysis")) == (429, "rate_limited")


async def test_a_sitting_of_more_boards_than_may_be_analysed_at_once_costs_nothing(limited: Served) -> None:
    pytest.importorskip("endplay")
    table = await played(limited)
    async with limited.http(await limited.guest()) as http:
        whole = await http.get(f"/v1/games/{table}/analysis")
        assert refusal(whole) == (413, "too_big") and "at most 1 board" in whole.json()["message"]
        assert refusal(await http.get(f"/v1/games/{table}.1/analysis")) == (504, "unavailable")


def test_a_whole_sitting_may_be_analysed_at_once() -> None:
    assert MOST_DEALS <= Settings().analyses_burst <= Settings().analyses_per_address_burst


def test_analysis_costs_more_than_a_download() -> None:
    usual = Settings()
    assert (
        usual.analyses_s < usual.player_requests_s and usual.analyses_per_address_s < usual.http_per_address_s
    )
