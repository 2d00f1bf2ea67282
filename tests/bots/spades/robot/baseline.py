"""The baseline that the plain robot must beat at Spades: it bids its spades and plays high."""

from __future__ import annotations

from bots.bot import Bot, View
from bots.registry import Action
from protocol.v1.spades import MakeBid, Reveal
from protocol.v1.spades.deck import deck_of


class Baseline(Bot):
    """The baseline robot.

    It bids the legal number nearest to the number of its spades, and plays its highest legal card.
    """

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        deck, own = deck_of(view.pub.rules), view.own
        if own.bids is not None:
            spades = deck.spades(own.hand)
            return MakeBid(min(own.bids, key=lambda bid: (bid.nil or bid.blind, abs(bid.tricks - spades))))
        if own.cards is not None:
            return max(legal, key=lambda action: deck.strength(action.card))
        return legal[0]

    def answer(self, view: View) -> tuple[Action, ...]:
        return (Reveal(),) if view.own is not None and "reveal" in view.own.may else ()
