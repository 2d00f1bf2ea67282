"""The sampler's strength at Spades: duplicate deals against the plain robot, with the seats exchanged."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from statistics import fmean
from typing import Any

import pytest
from msgspec.structs import replace

from bots.bot import Bot
from bots.plain_bot import PlainBot
from bots.spades.sampler.brain import SpadesSampler
from bots.spades.sampler.search import CARDS_PLAYED
from bots.spades.view import SpadesView
from bots.view import Action, View
from protocol.v1.spades import Options, Score
from server.games.spades.rules import SPADES
from server.robots.duel import Contest, Entrant, Spread, Table, Thought, share, spread, thought
from tests.bots.spades.robot.baseline import Baseline
from tests.markers import long

BAG = 10.0
"""The points that a bag costs in the long run, when ten bags cost a hundred points."""
GAME = 1_000.0
"""The points that winning the game counts: more than any hand scores."""
NIL: dict[str, Any] = {"preset": "whiz"}
"""The options of a table with a nil in most hands."""
NEAR_TEN = Score(250, 9), Score(250, 9)
"""The scores of sides whose bags are near ten, where the lead is smaller: many deals are needed to see it."""


async def at_once(question: Callable[[], Any], /) -> Any:
    """Search in this thread, so that the time of a decision includes the search."""
    return question()


class Sampling(Bot):
    """The sampler at Spades with any number of cards in a search."""

    games = ("spades",)

    def __init__(self, budget: int) -> None:
        self._brain = SpadesSampler(1)
        self._budget = budget

    async def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        assert isinstance(view, SpadesView) and view.own is not None
        return await self._brain.choose(view.pub, view.own, at_once, self._budget)


class Match:
    """Duplicate deals of the sampler against another robot, each from the same scores."""

    def __init__(
        self,
        options: dict[str, Any],
        scores: tuple[Score, ...],
        budget: int,
        seed: int,
        opponent: Callable[[], Bot] = PlainBot,
    ) -> None:
        self.options = Options(**options)
        self.scores = scores
        self.seed = seed
        self.thought_ns: tuple[list[int], list[int]] = ([], [])
        self.entrants = Entrant("sampler", lambda: Sampling(budget)), Entrant("other", opponent)

    async def deal(self, number: int) -> float:
        """Return the sampler's lead in a deal that is played twice: in points, with `BAG` off for each bag.

        A hand that ends the game counts `GAME` points more for the winner.
        """
        return fmean([await self._hand(number, swapped) for swapped in (0, 1)])

    async def _hand(self, number: int, swapped: int) -> float:
        state = SPADES.start(self.options)
        players, sides = state.rules.players, len(state.scores)
        state = replace(state, scores=self.scores or state.scores, hand=3, dealer=number % players)
        state = SPADES.apply(state, None, SPADES.chance(state, Random(f"{self.seed} {number}")))
        seating = [(seat % sides + swapped) % 2 for seat in range(players)]
        table = Table(Contest(SPADES, SpadesView), self.entrants, self.thought_ns, number, seating)
        result = (await table.hand(state, 1)).ended
        ahead = [0.0, 0.0]
        for side, each in enumerate(result.sides):
            gained = each.after.points - each.before.points - BAG * (each.after.bags - each.before.bags)
            ahead[(side + swapped) % 2] += gained + GAME * (result.winner == side)
        return ahead[0] - ahead[1]


def played(
    options: dict[str, Any],
    scores: tuple[Score, ...],
    deals: int,
    budget: int = CARDS_PLAYED,
    opponent: Callable[[], Bot] = PlainBot,
) -> tuple[Spread, Spread, Thought]:
    """Return the share of the deals that the sampler won, its lead a deal, and its thinking times."""
    match = Match(options, scores, budget, 2026, opponent)

    async def leads() -> list[float]:
        return [await match.deal(number) for number in range(deals)]

    found = asyncio.run(leads())
    won = sum(1.0 if lead > 0 else 0.5 if lead == 0 else 0.0 for lead in found)
    return share(won, deals), spread(found), thought(match.thought_ns[0])


@pytest.mark.strength
@pytest.mark.timeout(3_000)
@pytest.mark.parametrize(
    ("options", "scores", "deals"),
    [({}, (), 30), (NIL, (), 20), ({}, NEAR_TEN, 60), long({}, (), 60), long(NIL, (), 40)],
    ids=["even", "nil", "bags near ten", "even, many deals", "nil, many deals"],
)
def test_it_wins_more_than_half_of_the_duplicate_deals(
    options: dict[str, Any], scores: tuple[Score, ...], deals: int
) -> None:
    won, ahead, times = played(options, scores, deals)
    print(f"{options} {scores}: won {won}, ahead {ahead}, {times}")
    assert won.low > 0.5


@pytest.mark.thorough
@pytest.mark.parametrize("options", [{}, {"preset": "solo"}], ids=str)
def test_with_little_time_it_is_far_ahead_of_the_baseline_over_a_few_deals(options: dict[str, Any]) -> None:
    """The seeds of the cards and of the search are fixed, so the result is the same each time."""
    _, ahead, _ = played(options, (), 4, 1_500, Baseline)
    assert ahead.low > 0
