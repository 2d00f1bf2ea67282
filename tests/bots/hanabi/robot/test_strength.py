"""Tests of the plain robot's score at Hanabi with copies of itself."""

from __future__ import annotations

import asyncio

import pytest

from bots.hanabi.view import HanabiView
from bots.plain_bot import PlainBot
from protocol.v1.hanabi import Options
from server.games.hanabi.rules import HANABI
from server.robots.duel import Contest, Entrant
from server.robots.team import Team, TeamFigures, team_figures
from tests.markers import long


def team(players: int, deals: int) -> TeamFigures:
    """Return the statistics of this many games."""
    contest = Contest(HANABI, HanabiView)
    all_of_them = Team(contest, Options(players=players), Entrant("plain", PlainBot), seed=1)

    async def games() -> TeamFigures:
        return team_figures(all_of_them, [await all_of_them.play(place) for place in range(deals)])

    return asyncio.run(games())


@pytest.mark.parametrize(("players", "least"), [(2, 18), (3, 23), (4, 23.5), (5, 23.5)])
def test_a_few_games_end_with_nearly_all_cards_on_the_piles(players: int, least: float) -> None:
    found = team(players, 10)
    assert found.score.mean >= least
    assert found.strikeouts == 0


@pytest.mark.strength
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("players", "least"), [(2, 20), (3, 24.5), (4, 24.7), (5, 24.7)])
@pytest.mark.parametrize("deals", [200, long(1000)])
def test_over_many_deals_the_mean_score_is_at_least(players: int, least: float, deals: int) -> None:
    found = team(players, deals)
    assert found.score.low >= least
    assert found.thought.p99_ms < 20
