"""What the random robot does at Spades beside a legal bid or card."""

from __future__ import annotations

from random import Random

from bots.game import RandomPlay
from bots.spades.view import SpadesView
from bots.view import Action
from protocol.v1.spades import Reveal


class SpadesRandomPlay(RandomPlay[SpadesView]):
    """A look at the hand before the bid, or none, where a blind bid may be made."""

    def first(self, view: SpadesView, random: Random) -> Action | None:
        looks = view.own is not None and "reveal" in view.own.may and random.random() < 0.5
        return Reveal() if looks else None
