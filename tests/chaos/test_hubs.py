"""Several hubs on one Redis die, sleep and stop in order: nothing acknowledged is lost.

`make chaos` prints the pauses that players saw.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chaos import blows
from tests.chaos.blows import DEATHS, LINES, PLANNED, STOPS, STORE, Strike, at_rest, bears, redis_with
from tests.chaos.fleet import Fleet
from tests.store.conftest import BINARIES
from tests.store.redis_server import short_directory

pytestmark = [
    pytest.mark.skipif(not BINARIES, reason="there is no redis-server"),
    pytest.mark.timeout(600),
]


@pytest.fixture
def directory() -> Iterator[Path]:
    with short_directory() as directory:
        yield directory


@pytest.mark.chaos
async def test_nothing_is_lost_when_the_owner_an_edge_and_both_at_once_are_killed(directory: Path) -> None:
    await bears(directory, *DEATHS)


@pytest.mark.chaos
async def test_nothing_is_lost_and_a_zombie_says_nothing_when_the_owner_sleeps_for_ten_seconds(
    directory: Path,
) -> None:
    await bears(directory, STOPS[0])


@pytest.mark.chaos
async def test_players_hardly_notice_that_hubs_stop_in_order_and_start_again(directory: Path) -> None:
    await bears(directory, *PLANNED, tables=12)


@pytest.mark.long
@pytest.mark.timeout(1200)
async def test_nothing_is_lost_when_owners_are_killed_forty_times(directory: Path) -> None:
    await bears(directory, *[blows.owner_is_killed] * 40)


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(
    ("game", "shipped"), [("bridge", False), ("bridge", True), ("spades", False), ("hanabi", True)]
)
async def test_nothing_is_lost_of_any_game_when_everything_happens_three_times(
    directory: Path, game: str, shipped: bool
) -> None:
    every = [*DEATHS, *STOPS, *PLANNED, *LINES, blows.line_hangs, *STORE]
    await bears(directory, *every * 3, game=game, shipped=shipped)


@pytest.mark.long
async def test_nothing_is_lost_when_hubs_die_while_players_claim_and_ask(directory: Path) -> None:
    await bears(directory, *DEATHS, *PLANNED, *DEATHS, *PLANNED, talkative=True)


@pytest.mark.long
@pytest.mark.timeout(1200)
async def test_players_of_200_tables_hardly_notice_a_rolling_restart(directory: Path) -> None:
    with redis_with(directory) as server:
        fleet = Fleet(directory, server.url, pace_ms=3_000)
        strike = Strike(fleet)
        async with fleet.set(200):
            await blows.all_restart_in_turn(strike)
            await at_rest(strike)
