"""Tests of the plain robot's strength at Spades, in duels against a random and a baseline robot."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from bots.bot import Bot
from bots.plain_bot import PlainBot
from bots.random_bot import RandomBot
from bots.spades.view import SpadesView
from protocol.v1.spades import Options
from server.games.spades.rules import SPADES
from server.robots.duel import Contest, Duel, Entrant, Figures, figures
from tests.bots.spades.robot.baseline import Baseline
from tests.markers import every, long

VARIANTS = (
    {"preset": "seed"},
    {"preset": "solo"},
    {"players": 3, "target": 300},
    {"preset": "mirror"},
    {"preset": "whiz"},
    {"preset": "suicide"},
    {"players": 2},
    {"players": 6},
)


def chance() -> RandomBot:
    return RandomBot(1)


def duel(opponent: Callable[[], Bot], deals: int, seed: int, **options: Any) -> Figures:
    """Return the statistics of the plain robot against another robot."""
    contest = Contest(SPADES, SpadesView)
    entrants = Entrant("plain", PlainBot), Entrant("other", opponent)
    fight = Duel(contest, Options(**options), entrants, seed)

    async def games() -> Figures:
        return figures(fight, [await fight.play(place) for place in range(deals)])

    return asyncio.run(games())


@pytest.mark.parametrize("opponent", [chance, Baseline])
def test_it_wins_nearly_every_game_in_both_seatings(opponent: Callable[[], Bot]) -> None:
    """Of equally strong robots, three in ten thousand would win 15 of 16 games."""
    found = duel(opponent, 8, 1, target=300)
    assert found.games == 16
    assert found.wins_a >= 15


@pytest.mark.parametrize("options", every(3, VARIANTS), ids=str)
def test_it_is_ahead_of_the_baseline_in_every_variant(options: dict[str, Any]) -> None:
    found = duel(Baseline, 4, 5, **{"target": 120, **options})
    assert found.ahead.mean > 0
    assert found.wins_a > found.wins_b


@pytest.mark.strength
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("opponent", "least"), [(chance, 97), (Baseline, 75)])
@pytest.mark.parametrize("deals", [20, long(100)])
def test_it_wins_enough_games_over_many_duplicate_deals(
    opponent: Callable[[], Bot], least: int, deals: int
) -> None:
    found = duel(opponent, deals, 2026)
    assert 100 * found.rate.mean >= least
    assert found.thought_a.p50_ms < 50
