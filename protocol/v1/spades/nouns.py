"""The cards, bids and plays of Spades.

The seats at a Spades table are numbered clockwise from 0, and partners sit opposite.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from protocol.v1.cards import Suit

SeatNumber = Annotated[int, Meta(ge=0, le=5)]


class Card(StrEnum):
    """A card, written as suit and rank, or a joker: `LJ` is the little joker, `BJ` the big joker."""

    suit: Suit
    """The suit printed on the card; spades for a joker."""
    deck_index: int
    """The index of the card in `CARDS`, from 0."""

    C2 = "C2"
    C3 = "C3"
    C4 = "C4"
    C5 = "C5"
    C6 = "C6"
    C7 = "C7"
    C8 = "C8"
    C9 = "C9"
    CT = "CT"
    CJ = "CJ"
    CQ = "CQ"
    CK = "CK"
    CA = "CA"
    D2 = "D2"
    D3 = "D3"
    D4 = "D4"
    D5 = "D5"
    D6 = "D6"
    D7 = "D7"
    D8 = "D8"
    D9 = "D9"
    DT = "DT"
    DJ = "DJ"
    DQ = "DQ"
    DK = "DK"
    DA = "DA"
    H2 = "H2"
    H3 = "H3"
    H4 = "H4"
    H5 = "H5"
    H6 = "H6"
    H7 = "H7"
    H8 = "H8"
    H9 = "H9"
    HT = "HT"
    HJ = "HJ"
    HQ = "HQ"
    HK = "HK"
    HA = "HA"
    S2 = "S2"
    S3 = "S3"
    S4 = "S4"
    S5 = "S5"
    S6 = "S6"
    S7 = "S7"
    S8 = "S8"
    S9 = "S9"
    ST = "ST"
    SJ = "SJ"
    SQ = "SQ"
    SK = "SK"
    SA = "SA"
    LJ = "LJ"
    BJ = "BJ"

    def __init__(self, text: str) -> None:
        self.suit = Suit.SPADES if text[1] == "J" and text[0] in "LB" else Suit(text[0])
        self.deck_index = len(type(self).__members__)


CARDS: tuple[Card, ...] = tuple(Card)
"""All 54 cards: clubs, diamonds, hearts, spades, each suit from the two up, then the jokers."""

Hand = tuple[Card, ...]


def display_order(card: Card) -> int:
    """Return the sort key for displaying a hand: jokers, spades, hearts, diamonds, clubs, highest first."""
    return -card.deck_index


class Bid(Struct, frozen=True, gc=False):
    """A bid of `tricks` tricks, or a `nil`: a bid to win no trick. A bid of 0 tricks is not a nil.

    `blind` true: the player made the bid before looking at the hand, so it wins or loses more points.
    """

    tricks: Annotated[int, Meta(ge=0, le=17)] = 0
    nil: bool = False
    blind: bool = False

    def __str__(self) -> str:
        return ("blind " if self.blind else "") + ("nil" if self.nil else str(self.tricks))


class Play(Struct, frozen=True, gc=False):
    """A card that was played, and the seat that played it."""

    seat: SeatNumber
    card: Card
