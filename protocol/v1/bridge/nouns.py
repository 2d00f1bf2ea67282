"""The seats, strains, calls, contracts and hands of contract bridge."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Annotated, Literal

from msgspec import Meta, Struct

from protocol.v1.cards import Card, Suit, display_order

Hand = tuple[Card, ...]


class Side(StrEnum):
    """A partnership: North-South or East-West."""

    NS = "NS"
    EW = "EW"


class Seat(IntEnum):
    """A compass seat: 0 North, 1 East, 2 South, 3 West, in clockwise order."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    @property
    def letter(self) -> str:
        """Return the initial of the seat, for example `N`."""
        return "NESW"[self]

    @property
    def side(self) -> Side:
        """Return the partnership to which the seat belongs."""
        return Side.EW if self % 2 else Side.NS

    @property
    def lho(self) -> Seat:
        """Return the seat to the left, which is next in turn."""
        return SEATS[(self + 1) % 4]

    @property
    def partner(self) -> Seat:
        """Return the seat opposite, where partner sits."""
        return SEATS[(self + 2) % 4]


SEATS = tuple(Seat)


class Strain(StrEnum):
    """The denomination of a bid: a trump suit or no trumps, in ascending order."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    NOTRUMP = "NT"

    @property
    def trumps(self) -> Suit | None:
        """Return the trump suit, or None if the strain is no trumps."""
        return _TRUMPS[self]


_TRUMPS = {strain: None if strain is Strain.NOTRUMP else Suit(strain.value) for strain in Strain}


class Vulnerability(StrEnum):
    """The sides that are vulnerable."""

    NONE = "None"
    NS = "NS"
    EW = "EW"
    BOTH = "Both"

    def includes(self, side: Side) -> bool:
        """Return True if the partnership `side` is vulnerable."""
        return self is Vulnerability.BOTH or self.value == side.value


class Call(StrEnum):
    """A call: pass (P), double (X), redouble (XX), or one of the 35 bids in ascending order."""

    PASS = "P"
    DOUBLE = "X"
    REDOUBLE = "XX"
    ONE_CLUB = "1C"
    ONE_DIAMOND = "1D"
    ONE_HEART = "1H"
    ONE_SPADE = "1S"
    ONE_NOTRUMP = "1NT"
    TWO_CLUBS = "2C"
    TWO_DIAMONDS = "2D"
    TWO_HEARTS = "2H"
    TWO_SPADES = "2S"
    TWO_NOTRUMPS = "2NT"
    THREE_CLUBS = "3C"
    THREE_DIAMONDS = "3D"
    THREE_HEARTS = "3H"
    THREE_SPADES = "3S"
    THREE_NOTRUMPS = "3NT"
    FOUR_CLUBS = "4C"
    FOUR_DIAMONDS = "4D"
    FOUR_HEARTS = "4H"
    FOUR_SPADES = "4S"
    FOUR_NOTRUMPS = "4NT"
    FIVE_CLUBS = "5C"
    FIVE_DIAMONDS = "5D"
    FIVE_HEARTS = "5H"
    FIVE_SPADES = "5S"
    FIVE_NOTRUMPS = "5NT"
    SIX_CLUBS = "6C"
    SIX_DIAMONDS = "6D"
    SIX_HEARTS = "6H"
    SIX_SPADES = "6S"
    SIX_NOTRUMPS = "6NT"
    SEVEN_CLUBS = "7C"
    SEVEN_DIAMONDS = "7D"
    SEVEN_HEARTS = "7H"
    SEVEN_SPADES = "7S"
    SEVEN_NOTRUMPS = "7NT"

    @property
    def is_bid(self) -> bool:
        """Return True for a bid, False for pass, double and redouble."""
        return len(self.value) > 1 and self is not Call.REDOUBLE

    @property
    def level(self) -> int:
        """Return the level of a bid, 1 to 7.

        Raises ValueError for a pass, double or redouble, which has no level.
        """
        return int(self.value[0])

    @property
    def strain(self) -> Strain:
        """Return the strain of a bid.

        Raises ValueError for a pass, double or redouble, which has no strain.
        """
        return Strain(self.value[1:])


BIDS: tuple[Call, ...] = tuple(call for call in Call if call.is_bid)


class Contract(Struct, frozen=True, gc=False):
    """The final contract of an auction. `doubled` is 1 (not doubled), 2 (doubled) or 4 (redoubled)."""

    level: Annotated[int, Meta(ge=1, le=7)]
    strain: Strain
    declarer: Seat
    doubled: Literal[1, 2, 4] = 1

    def __str__(self) -> str:
        return f"{self.level}{self.strain}{ {1: '', 2: 'X', 4: 'XX'}[self.doubled] }"


class Play(Struct, frozen=True, gc=False):
    """A card that was played, and the seat of the hand from which it was played."""

    seat: Seat
    card: Card


def parse_hand(cards: str) -> Hand:
    """Return the hand in a PBN text, which lists the suits from spades down: `AK2.QJ.T9876.543`.

    Raises ValueError, which quotes the text, if the text is not a bridge hand.

    >>> parse_hand("A.K2..T")
    (<Card.SA: 'SA'>, <Card.HK: 'HK'>, <Card.H2: 'H2'>, <Card.CT: 'CT'>)
    """
    suits = cards.split(".")
    if len(suits) != 4:
        raise ValueError(f"expected a hand of four suits divided by three dots, got {cards!r}")
    held = [Card(suit + rank) for suit, ranks in zip("SHDC", suits, strict=True) for rank in ranks]
    return tuple(sorted(held, key=display_order))


def format_hand(cards: Hand) -> str:
    """Return the PBN text of a hand. The function `parse_hand` turns this text back into a hand."""
    return ".".join("".join(c.rank for c in cards if c.suit == suit) for suit in "SHDC")
