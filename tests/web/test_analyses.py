"""Analyses of finished boards over real sockets: answers, limits and refusals."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.hub.archive.archive import MOST_DEALS
from server.records.bridge.formats import FORMATS
from server.records.bridge.record import readable_boards
from server.settings import Settings
from tests.web.served import Served, needs_redis, served
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


def test_analysis_costs_more_than_a_download() -> None:
    usual = Settings()
    assert (
        usual.analyses_s < usual.player_requests_s and usual.analyses_per_address_s < usual.http_per_address_s
    )
