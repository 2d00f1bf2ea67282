"""The action of the robot `random` at Spades besides bids and cards: a look at its hand."""

from __future__ import annotations

from random import Random

from bots.game import RandomPlay
from bots.spades.view import SpadesView
from bots.view import Action
from protocol.v1.spades import Reveal


class SpadesRandomPlay(RandomPlay[SpadesView]):
    """The actions of the robot `random` at Spades besides bids and cards.

    If a blind bid is legal, the robot decides at random if it looks at its hand before it bids.
    """

    def first(self, view: SpadesView, random: Random) -> Action | None:
        looks = view.own is not None and "reveal" in view.own.may and random.random() < 0.5
        return Reveal() if looks else None
