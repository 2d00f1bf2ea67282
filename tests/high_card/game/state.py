"""A deal of high card as a frozen value."""

from __future__ import annotations

from msgspec import Struct

from protocol.v1.cards import Card
from tests.high_card.protocol.nouns import Action, Options


class HighCardState(Struct, frozen=True, gc=False):
    """One deal, from before its cards are dealt to its result; `points` are from the deals before it."""

    options: Options = Options()
    deal: int = 1
    cards: tuple[Card, ...] = ()
    moves: tuple[Action, ...] = ()
    points: tuple[int, int] = (0, 0)

    @property
    def dealer(self) -> int:
        """The seat of the dealer, which alternates."""
        return (self.deal + 1) % 2

    @property
    def turn(self) -> int:
        """The seat that moves after the moves made: first the player who is not the dealer."""
        return (self.dealer + 1 + len(self.moves)) % 2
