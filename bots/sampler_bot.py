"""The sampler: a robot for Spades that plays every candidate out over imagined hands."""

from __future__ import annotations

from bots.bot import Bot
from bots.spades.sampler.brain import SpadesSampler
from bots.spades.sampler.search import CARDS_PLAYED
from bots.spades.view import SpadesView
from bots.view import Action, View


class SamplerBot(Bot):
    """The sampler at one table. Robots with the same `seed` answer the same views in the same way.

    Each search plays about `budget` cards: a smaller budget is faster, and weaker.
    """

    games = ("spades",)
    searches = True

    def __init__(self, seed: int = 0, budget: int = CARDS_PLAYED) -> None:
        self._brain = SpadesSampler(seed, budget)

    @property
    def name(self) -> str:
        return "sampler"

    async def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        if not isinstance(view, SpadesView) or view.own is None:
            raise ValueError("expected the view of a Spades seat that has to decide, got another view")
        return await self._brain.choose(view.pub, view.own, self.think)
