"""A robot that does anything legal: for tests, and as the least that others must beat."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from bots.bot import Bot, View
from bots.registry import Action, BridgeView, SpadesView
from protocol.v1 import bridge
from protocol.v1.bridge import Ask, Claim, Explain, LayCard, MakeCall, Undo
from protocol.v1.spades import Reveal

SELDOM = 0.05


class RandomBot(Bot):
    """Chooses by chance; the same `seed` chooses the same again.

    At Spades it looks at its hand before it bids, or does not, where it may bid blind. `talkative`: at bridge
    by chance it also claims, asks for calls and cards back, alerts, asks and explains, lays a
    convention card, and answers such things of others either way.
    """

    games = ("bridge", "spades", "hanabi")

    def __init__(self, seed: int | None = None, *, talkative: bool = False) -> None:
        self._random = Random(seed)
        self._talkative = talkative
        self._asked: tuple[Action, ...] = ()
        self._view: View | None = None

    @property
    def name(self) -> str:
        return "random"

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        if isinstance(view, SpadesView) and self._looks(view):
            return Reveal()
        action = self._random.choice(legal)
        if self._talkative and isinstance(action, MakeCall) and self._random.random() < 4 * SELDOM:
            return replace(action, alert=True, explanation="chance")
        return action

    def _looks(self, view: SpadesView) -> bool:
        return view.own is not None and "reveal" in view.own.may and self._random.random() < 0.5

    def asked(self, view: View, legal: tuple[Action, ...]) -> Action:
        return self._random.choice(legal)

    def answer(self, view: View) -> tuple[Action, ...]:
        """The same as long as the view is the same."""
        if not self._talkative:
            return super().answer(view)
        if view is not self._view:
            self._view, self._asked = view, self._talk(view)
        return self._asked

    def _talk(self, view: View) -> tuple[Action, ...]:
        answers = super().answer(view)
        if not isinstance(view, BridgeView) or view.own is None:
            return answers
        judged = (replace(each, accept=self._random.random() < 0.7) for each in answers)
        return (*judged, *self._moods(view.pub, view.own))

    def _moods(self, pub: bridge.BridgePub, own: bridge.BridgeOwn) -> tuple[Action, ...]:
        return tuple(
            self._any(pub, may) for may in own.may if may != "grant" and self._random.random() < SELDOM
        )

    def _any(self, pub: bridge.BridgePub, may: str) -> bridge.Action:
        """Some action of the kind that `may` names; the rules may still refuse it."""
        call = self._random.randrange(max(1, len(pub.calls)))
        match may:
            case "claim":
                return Claim(self._random.randrange(14 - sum(pub.tricks)), "by chance")
            case "undo":
                return Undo("by chance")
            case "ask":
                return Ask(call, "why?")
            case "explain":
                return Explain(call, "chance")
            case _:
                return LayCard("chance", "Anything legal.")
