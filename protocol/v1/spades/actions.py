"""The actions at a Spades table: those of players, and those of chance, such as the deal."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import force_setattr

from protocol.v1.spades.nouns import Bid, Card, Hand, SeatNumber, display_order


class Keep(Struct, frozen=True, tag_field="t", tag="keep", gc=False):
    """Keep one of the two drawn cards; only in a game of two players.

    The drawn card that the player does not keep is out of play in this hand, and the opponent does not see
    it.
    """

    card: Card


class Reveal(Struct, frozen=True, tag_field="t", tag="reveal", gc=False):
    """Look at one's hand, and give up the right to bid blind.

    All players see that a player has looked at the hand before bidding. The `act` message of this look at the
    hand has no `decision`.
    """


class MakeBid(Struct, frozen=True, tag_field="t", tag="bid", gc=False):
    """Bid a number of tricks, or nil, for the present hand.

    If the second partner states the side's total (`team_bid` is `second`), the `tricks` of the second
    partner's bid are this total.
    """

    bid: Bid


class Pass(Struct, frozen=True, tag_field="t", tag="pass", gc=False):
    """Pass `own.passing` cards to partner, in the exchange after a bid of nil.

    The order of the cards that a player passes does not matter.
    """

    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        force_setattr(self, "cards", tuple(sorted(self.cards, key=display_order)))


class PlayCard(Struct, frozen=True, tag_field="t", tag="play", gc=False):
    """Play a card from one's hand to the current trick."""

    card: Card


class Deal(Struct, frozen=True, tag_field="t", tag="deal", gc=False):
    """The action by which the server deals a hand of Spades; the server logs it and sends it to no client.

    `hands` are the cards of the players in seat order.

    `stock` has the cards that the players draw in a game of two players; the card that is drawn first is the
    first card.
    """

    hand: int
    dealer: SeatNumber
    hands: tuple[Hand, ...]
    stock: tuple[Card, ...] = ()


Action = MakeBid | Reveal | Keep | Pass | PlayCard
"""The actions that a player may send in `act.action` at a Spades table."""
