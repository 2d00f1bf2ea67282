"""The sampler: a robot that imagines the hidden hands; it plays bridge and Spades."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from typing import ClassVar

from msgspec import Struct

from bots.bot import Bot
from bots.bridge.bidding.system import SAYC, SYSTEMS
from bots.bridge.sampler import carding
from bots.bridge.sampler.brain import BridgeSampler
from bots.bridge.sampler.carding import Carding
from bots.bridge.sampler.solver import installed
from bots.bridge.view import BridgeView
from bots.levels import EXPERT, LEVELS, QUICK, STANDARD, checked_level, level_in_force
from bots.spades.sampler.brain import SpadesSampler
from bots.spades.sampler.search import CARDS_PLAYED
from bots.spades.view import SpadesView
from bots.view import Action, View
from protocol.v1.bridge import BridgePub
from protocol.v1.view import Pub

SPADES_BUDGETS = {QUICK: CARDS_PLAYED // 4, STANDARD: CARDS_PLAYED, EXPERT: 4 * CARDS_PLAYED}
"""The number of cards that a search at Spades plays out, by level; a card takes about three microseconds."""
BRIDGE_MS = {
    QUICK: ((1, 2_000),),
    STANDARD: ((4, 3_000), (20, 2_000)),
    EXPERT: ((36, 3_000), (44, 2_000)),
}
"""The times of an answer in the play of bridge, by level, each until a certain number of cards is played.

A robot's searches at bridge take longest while many cards are hidden, most of all for the opening lead. Later
in the play an answer takes the usual time of a robot that searches.
"""
WITHOUT_SOLVER = "I play my cards by simple rules here, because this server has no double-dummy solver."
FIRST_CALL_MS = 2_000
"""The time in ms of the robot's answer if it makes the first call at a bridge table."""


class SamplerBot(Bot):
    """The sampler, a robot that imagines the hidden hands, at one table.

    Robots with the same `seed` answer the same views in the same way. `level` is one of the robot's `levels`.
    `system` is the name of the bidding system at bridge, a key of `bots.bridge.bidding.system.SYSTEMS`, and
    `signals` are its agreements on leads and signals. Raises ValueError for an unknown level or bidding
    system.
    """

    games: ClassVar[tuple[str, ...]] = ("bridge", "spades")
    searches = True
    own_name = "sampler"
    levels = LEVELS
    default_level = STANDARD
    about = (
        "Imagines the hidden hands and plays each card out over them; at bridge it bids Standard American."
    )

    def __init__(
        self,
        seed: int = 0,
        level: str = STANDARD,
        system: str = SAYC.name,
        signals: Carding = carding.STANDARD,
    ) -> None:
        if system not in SYSTEMS:
            raise ValueError(f"expected one of the bidding systems {', '.join(SYSTEMS)}, got {system!r}")
        self.level = checked_level(self.levels, level)
        self._bridge = BridgeSampler(SYSTEMS[system], seed, signals)
        self._spades = SpadesSampler(seed)

    @property
    def name(self) -> str:
        return self.own_name if self.level == self.default_level else f"{self.own_name}:{self.level}"

    def search_ms(self, view: View) -> int:
        """Return the minimum time of an answer in ms; at bridge it is longer while many cards are unplayed.

        The robot also waits longer before the first call at a bridge table, so that both sides have time to
        show their convention cards.
        """
        least_ms = super().search_ms(view)
        if not isinstance(view, BridgeView):
            return least_ms
        pub = view.pub
        if pub.phase == "auction" and not pub.calls and not pub.results:
            return FIRST_CALL_MS
        if pub.phase != "play":
            return least_ms
        played = max(max(pub.plays, default=-1) + 1, 4 * sum(pub.tricks))
        stages = BRIDGE_MS[self.level]
        return next((time_ms for until, time_ms in stages if played < until), least_ms)

    def greeting(self, view: View) -> str:
        """Return a greeting only for bridge without a double-dummy solver, where the robot is weaker."""
        return WITHOUT_SOLVER if isinstance(view, BridgeView) and not installed() else ""

    def seen(self, view: View) -> None:
        if isinstance(view, BridgeView):
            self._bridge.see(view.pub)

    async def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        level = level_in_force(self.level, self.load())
        match view:
            case BridgeView():
                return await self._bridge.choose(view.pub, view.own, self.think, level)
            case SpadesView(own=own) if own is not None:
                return await self._spades.choose(view.pub, own, self.think, SPADES_BUDGETS[level])
        raise ValueError(
            "expected the view of a player that has to decide at bridge or Spades, got another view"
        )

    def asked(self, view: View, legal: tuple[Action, ...]) -> Action | Awaitable[Action]:
        if isinstance(view, BridgeView):
            return self._bridge.asked(view.pub, view.own, self.think)
        return super().asked(view, legal)

    def meanings(self, pub: Pub) -> Mapping[str, Struct]:
        return self._bridge.meanings(pub) if isinstance(pub, BridgePub) else {}

    def answer(self, view: View) -> tuple[Action, ...]:
        if isinstance(view, BridgeView):
            return (*super().answer(view), *self._bridge.answer(view.pub, view.own))
        return super().answer(view)
