"""The plain robot: it plays every game by simple sense, from its own view alone, the same every time."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import assert_never

from bots.bot import Bot, View
from bots.bridge.robot.plain import BridgePlain
from bots.hanabi.robot.plain import HanabiPlain
from bots.registry import Action, BridgeView, HanabiView, SpadesView
from bots.spades.robot.plain import SpadesPlain
from protocol.v1.hanabi import HanabiOwn, HanabiPub
from protocol.v1.spades import SpadesOwn, SpadesPub


class PlainBot(Bot):
    """One brain a game, at one table."""

    games = ("bridge", "spades", "hanabi")

    def __init__(self) -> None:
        self._bridge = BridgePlain()
        self._spades = SpadesPlain()
        self._hanabi = HanabiPlain()

    @property
    def name(self) -> str:
        return "plain"

    def seen(self, view: View) -> None:
        if isinstance(view, BridgeView):
            self._bridge.see(view.pub)

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        match view:
            case BridgeView(pub=pub, own=own):
                return self._bridge.choose(pub, own)
            case SpadesView(pub=pub, own=own):
                return self._at_spades(pub, own)
            case HanabiView(pub=pub, own=own):
                return self._at_hanabi(pub, own)
            case _:
                assert_never(view)

    def _at_spades(self, pub: SpadesPub, own: SpadesOwn | None) -> Action:
        """What it would do unasked, as to look at its hand, comes before what it is asked for."""
        if own is None:
            raise ValueError("expected a view from a seat that has to act")
        first = self._spades.answer(pub, own)
        return first[0] if first else self._spades.choose(pub, own)

    def _at_hanabi(self, pub: HanabiPub, own: HanabiOwn | None) -> Action:
        if own is None:
            raise ValueError("expected a view from a seat that has to act")
        return self._hanabi.choose(pub, own)

    def asked(self, view: View, legal: tuple[Action, ...]) -> Action | Awaitable[Action]:
        if isinstance(view, BridgeView):
            return self._bridge.asked(view.pub, view.own, self.think)
        return super().asked(view, legal)

    def answer(self, view: View) -> tuple[Action, ...]:
        match view:
            case BridgeView(pub=pub, own=own):
                return (*super().answer(view), *self._bridge.explain(pub, own))
            case SpadesView() | HanabiView():
                return ()
            case _:
                assert_never(view)
