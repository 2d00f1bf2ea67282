"""The random robot's actions at Spades other than legal bids and cards."""

from __future__ import annotations

from random import Random

from bots.game import RandomPlay
from bots.spades.view import SpadesView
from bots.view import Action
from protocol.v1.spades import Reveal


class SpadesRandomPlay(RandomPlay[SpadesView]):
    """The random robot at Spades.

    Where a blind bid is possible, chance decides if the robot looks at its hand.
    """

    def first(self, view: SpadesView, random: Random) -> Action | None:
        looks = view.own is not None and "reveal" in view.own.may and random.random() < 0.5
        return Reveal() if looks else None
