"""The frozen plain robot, as `kibitz duel` takes it."""

from __future__ import annotations

from collections.abc import Awaitable

from bots.bot import Bot, View
from bots.view import Action
from tests.bots.bridge.frozen.plain import BridgePlain


class FrozenPlain(Bot):
    """The plain robot of bridge as it was on 2026-11-23."""

    games = ("bridge",)

    def __init__(self) -> None:
        self._brain = BridgePlain()

    @property
    def name(self) -> str:
        return "frozen plain"

    def seen(self, view: View) -> None:
        self._brain.see(view.pub)

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        return self._brain.choose(view.pub, view.own)

    def asked(self, view: View, legal: tuple[Action, ...]) -> Action | Awaitable[Action]:
        return self._brain.asked(view.pub, view.own, self.think)

    def answer(self, view: View) -> tuple[Action, ...]:
        return (*super().answer(view), *self._brain.answer(view.pub, view.own))
