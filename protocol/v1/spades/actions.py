"""What players and chance do at a Spades table."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import force_setattr

from protocol.v1.spades.nouns import Bid, Card, Hand, SeatNumber, display_order


class Keep(Struct, frozen=True, tag_field="t", tag="keep", gc=False):
    """Keep one of the two cards drawn, where two players draw their hands; the other is laid away unseen."""

    card: Card


class Reveal(Struct, frozen=True, tag_field="t", tag="reveal", gc=False):
    """Look at one's hand, and give up bidding blind. Everybody sees that, and answers no decision."""


class MakeBid(Struct, frozen=True, tag_field="t", tag="bid", gc=False):
    """Bid, once a hand. Where the second partner states the side's total, his `tricks` are that total."""

    bid: Bid


class Pass(Struct, frozen=True, tag_field="t", tag="pass", gc=False):
    """Pass cards to partner beside a nil, so many as `own.passing` says; their order tells nothing."""

    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        force_setattr(self, "cards", tuple(sorted(self.cards, key=display_order)))


class PlayCard(Struct, frozen=True, tag_field="t", tag="play", gc=False):
    """Play a card to the trick."""

    card: Card


class Deal(Struct, frozen=True, tag_field="t", tag="deal", gc=False):
    """Chance's action: a hand is dealt. Hands stand in seat order. Logged, never sent live.

    `stock` are the cards, the first to be drawn first, where two players draw their hands.
    """

    hand: int
    dealer: SeatNumber
    hands: tuple[Hand, ...]
    stock: tuple[Card, ...] = ()


Action = MakeBid | Reveal | Keep | Pass | PlayCard
"""What a player may send in `act.action` at a Spades table."""
