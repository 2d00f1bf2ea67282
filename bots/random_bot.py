"""A robot that does anything legal: for tests, and as the least that others must beat."""

from __future__ import annotations

from random import Random

from bots.bot import Bot, View
from bots.games import Action


class RandomBot(Bot):
    """Chooses by chance; the same `seed` chooses the same again."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    @property
    def name(self) -> str:
        return "random"

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        return self._random.choice(legal)
