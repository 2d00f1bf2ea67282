"""Tests of the friendly robot's score with copies of itself, and with partners of other kinds.

The partners are a literal player, and a player of the H-Group's conventions of level 1.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import NamedTuple

import pytest

from bots.bot import Bot
from bots.hanabi.view import HanabiView
from bots.hanabi_robots import FriendlyBot
from protocol.v1.hanabi import Options
from server.games.hanabi.rules import HANABI
from server.robots.duel import Contest, Entrant, Spread, Table, spread
from tests.bots.hanabi.robot.frozen_literal import LiteralBot
from tests.bots.hanabi.robot.h_group import HGroupBot
from tests.markers import long

FRIENDLY, PARTNER = 0, 1


class Strength(NamedTuple):
    """The results of some games: the scores, the share of strikeouts and the mean time of a decision."""

    score: Spread
    strikeouts: float
    mean_ms: float


def strength(deals: int, players: int = 4, partner: type[Bot] | None = None) -> Strength:
    """Return the results of games of friendly robots, with a `partner` in each of the seats in turn."""
    contest = Contest(HANABI, HanabiView)
    entrants = Entrant("friendly", FriendlyBot), Entrant("partner", partner or FriendlyBot)
    thought_ns: tuple[list[int], list[int]] = ([], [])

    async def game(number: int) -> tuple[float, bool]:
        seating = [FRIENDLY] * players
        if partner is not None:
            seating[number % players] = PARTNER
        table = Table(contest, entrants, thought_ns, number, seating)
        state = HANABI.start(Options(players=players))
        deal = HANABI.chance(state, Random(f"1 {number} 1"))
        assert deal is not None
        over = await table.hand(HANABI.apply(state, None, deal), 1)
        return contest.dueling.standing(over).points[0], contest.dueling.lost(over)

    async def games() -> Sequence[tuple[float, bool]]:
        return [await game(number) for number in range(deals)]

    played = asyncio.run(games())
    found = Strength(
        spread([score for score, _ in played]),
        fmean(lost for _, lost in played),
        fmean(thought_ns[FRIENDLY]) / 1e6,
    )
    print(f"{players} players, partner {None if partner is None else partner.__name__}: {found}")
    return found


@pytest.mark.parametrize(
    ("players", "least"),
    [
        (2, 18),
        (3, 19),
        (4, 19.5),
        *(pytest.param(*each, marks=pytest.mark.strength) for each in ((5, 19.5), (6, 18))),
    ],
)
def test_a_few_games_of_friendly_robots_end_with_most_cards_on_the_piles(players: int, least: float) -> None:
    found = strength(8, players)
    assert found.score.mean >= least
    assert found.strikeouts == 0


@pytest.mark.parametrize(("partner", "least"), [(LiteralBot, 17), (HGroupBot, 20)])
def test_a_few_games_with_a_partner_of_another_kind_end_well(partner: type[Bot], least: float) -> None:
    found = strength(8, partner=partner)
    assert found.score.mean >= least
    assert found.strikeouts == 0


@pytest.mark.strength
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("deals", [60, long(300)])
def test_over_many_deals_four_friendly_robots_score_at_least_21(deals: int) -> None:
    assert strength(deals).score.low >= 21


@pytest.mark.strength
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    ("partner", "least", "deals"),
    [
        (LiteralBot, 18.5, 60),
        (HGroupBot, 20.5, 60),
        long(LiteralBot, 19, 1000),
        long(HGroupBot, 21.5, 500),
    ],
)
def test_over_many_deals_three_friendly_robots_and_another_partner_score_at_least(
    partner: type[Bot], least: float, deals: int
) -> None:
    found = strength(deals, partner=partner)
    assert found.score.mean >= least
    assert found.strikeouts < 0.02


@pytest.mark.strength
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    ("players", "deals"),
    [(2, 50), (3, 20), (5, 20), (6, 24), long(2, 200), long(3, 64), long(5, 60), long(6, 60)],
)
def test_friendly_robots_score_at_least_20_at_every_other_number_of_players(players: int, deals: int) -> None:
    found = strength(deals, players)
    assert found.score.low >= 20
    assert found.strikeouts < 0.02
