"""Tests of the friendly robot's score with copies of itself, and with a literal partner."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import NamedTuple

import pytest

from bots.hanabi.view import HanabiView
from bots.hanabi_robots import FriendlyBot
from protocol.v1.hanabi import Options
from server.games.hanabi.rules import HANABI
from server.robots.duel import Contest, Entrant, Spread, Table, spread
from tests.bots.hanabi.robot.frozen_literal import LiteralBot
from tests.markers import long

FRIENDLY, LITERAL = 0, 1


class Strength(NamedTuple):
    """The results of some games: the scores, the share of strikeouts and the mean time of a decision."""

    score: Spread
    strikeouts: float
    mean_ms: float


def strength(deals: int, players: int = 4, literal: int = 0, variant: str = "No Variant") -> Strength:
    """Return the results of games in which this many seats are taken by literal players, in turn."""
    contest = Contest(HANABI, HanabiView)
    entrants = Entrant("friendly", FriendlyBot), Entrant("literal", LiteralBot)
    thought_ns: tuple[list[int], list[int]] = ([], [])

    async def game(number: int) -> tuple[float, bool]:
        seating = [FRIENDLY] * players
        for seat in range(literal):
            seating[(number + seat) % players] = LITERAL
        table = Table(contest, entrants, thought_ns, number, seating)
        state = HANABI.start(Options(players=players, variant=variant))
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
    print(f"{players} players, {literal} literal, {variant}: {found}")
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


def test_a_few_games_with_a_literal_partner_end_well() -> None:
    found = strength(8, literal=1)
    assert found.score.mean >= 16
    assert found.strikeouts == 0


@pytest.mark.strength
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("deals", [60, long(300)])
def test_over_many_deals_four_friendly_robots_score_at_least_21(deals: int) -> None:
    assert strength(deals).score.low >= 21


@pytest.mark.strength
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("deals", [60, long(300)])
def test_over_many_deals_three_friendly_robots_and_a_literal_partner_score_at_least_16(deals: int) -> None:
    found = strength(deals, literal=1)
    assert found.score.low >= 16
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
