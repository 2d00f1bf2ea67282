"""The nouns of contract bridge, and what a bridge view shows."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Annotated, Literal

from msgspec import Meta, Struct

from protocol.v1.cards import Card, Suit, display_order
from protocol.v1.view import Own, Pub

Hand = tuple[Card, ...]


class Side(StrEnum):
    """A partnership."""

    NS = "NS"
    EW = "EW"


class Seat(IntEnum):
    """A compass seat: 0 North, 1 East, 2 South, 3 West, clockwise."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    @property
    def letter(self) -> str:
        return "NESW"[self]

    @property
    def side(self) -> Side:
        return Side.EW if self % 2 else Side.NS

    @property
    def lho(self) -> Seat:
        """The seat to the left, next in turn."""
        return SEATS[(self + 1) % 4]

    @property
    def partner(self) -> Seat:
        return SEATS[(self + 2) % 4]


SEATS = tuple(Seat)


class Strain(StrEnum):
    """What a bid names: a trump suit or no trumps; they stand in ascending order."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    NOTRUMP = "NT"

    @property
    def trumps(self) -> Suit | None:
        return None if self is Strain.NOTRUMP else Suit(self.value)


class Vulnerability(StrEnum):
    """The sides that are vulnerable."""

    NONE = "None"
    NS = "NS"
    EW = "EW"
    BOTH = "Both"

    def includes(self, side: Side) -> bool:
        return self is Vulnerability.BOTH or self.value == side.value


class Call(StrEnum):
    """A call: pass (P), double (X), redouble (XX), or one of the 35 bids, which stand in ascending order."""

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
        return len(self.value) > 1 and self is not Call.REDOUBLE

    @property
    def level(self) -> int:
        """1 to 7; only a bid has one (ValueError otherwise)."""
        return int(self.value[0])

    @property
    def strain(self) -> Strain:
        """What the bid names; only a bid has one (ValueError otherwise)."""
        return Strain(self.value[1:])


BIDS: tuple[Call, ...] = tuple(call for call in Call if call.is_bid)


class Contract(Struct, frozen=True, gc=False):
    """The final contract. `doubled` is 1 (not), 2 (doubled) or 4 (redoubled)."""

    level: Annotated[int, Meta(ge=1, le=7)]
    strain: Strain
    declarer: Seat
    doubled: Literal[1, 2, 4] = 1

    def __str__(self) -> str:
        return f"{self.level}{self.strain}{ {1: '', 2: 'X', 4: 'XX'}[self.doubled] }"


class MakeCall(Struct, frozen=True, tag_field="t", tag="call", gc=False):
    """The action of calling, in the auction."""

    call: Call


class PlayCard(Struct, frozen=True, tag_field="t", tag="play", gc=False):
    """The action of playing a card, from one's own hand or, as declarer, from dummy."""

    card: Card


class Deal(Struct, frozen=True, tag_field="t", tag="deal", gc=False):
    """Chance's action: a board is dealt. Hands stand in seat order N E S W. Logged, never sent live."""

    board: int
    dealer: Seat
    vulnerable: Vulnerability
    hands: tuple[Hand, Hand, Hand, Hand]


Action = MakeCall | PlayCard
"""What a player may send in `act.action` at a bridge table."""


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """How a bridge table is played: the number of its first board, and how many it plays (null: no end).

    A board's number gives its dealer and vulnerability (Law 2).
    """

    first_board: Annotated[int, Meta(ge=1, le=9999)] = 1
    boards: Annotated[int, Meta(ge=1, le=9999)] | None = None


class Play(Struct, frozen=True, gc=False):
    """A card that was played and the hand that it came from."""

    seat: Seat
    card: Card


class Result(Struct, frozen=True, gc=False):
    """How a board ended. `tricks` are declarer's; a board passed out has neither contract nor tricks.

    `score_ns` is the duplicate score in points (Law 77) from North-South's side: below 0 is East-West's.
    """

    score_ns: int
    contract: Contract | None = None
    tricks: int | None = None


class Dealt(Struct, frozen=True, tag_field="t", tag="dealt", gc=False):
    """What has just happened: a board has been dealt."""


class Called(Struct, frozen=True, tag_field="t", tag="called", gc=False):
    """What has just happened: a seat has called."""

    seat: Seat
    call: Call


class Played(Struct, frozen=True, tag_field="t", tag="played", gc=False):
    """What has just happened: a card has been played from a seat's hand."""

    seat: Seat
    card: Card


Last = Dealt | Called | Played
Phase = Literal["deal", "auction", "play", "over"]


class BridgePub(Pub, tag="bridge", kw_only=True, gc=False):
    """What everybody may know of a bridge table.

    `phase`: `deal` before the cards are dealt, `auction`, `play`, and `over` once the board has a `result`.
    `calls` and `plays` grow, keyed by their order from 0; the dealer makes call 0, and plays 4k to 4k + 3
    are trick k. `turn` is the hand that must call or play and `actor` the seat that does it (declarer for
    dummy), null when nobody must. `tricks` are those won by North-South and by East-West. `dummy` is dummy's
    cards still held, from the opening lead to the end of the board. `hands` are the four hands as dealt,
    North first, once the board is over. `last` is what has just happened, null before the deal.
    """

    board: int
    dealer: Seat
    vulnerable: Vulnerability
    phase: Phase
    calls: dict[int, Call]
    plays: dict[int, Play]
    tricks: tuple[int, int]
    turn: Seat | None = None
    actor: Seat | None = None
    contract: Contract | None = None
    dummy: Hand | None = None
    result: Result | None = None
    hands: tuple[Hand, Hand, Hand, Hand] | None = None
    last: Last | None = None


class BridgeOwn(Own, tag="bridge", kw_only=True, gc=False):
    """What one audience knows beyond the public.

    `seat` is whose hand this is, and `hand` its cards still held. When the seat has to act, exactly one of
    `calls` and `cards` lists its legal answers (a declarer's `cards` may be dummy's). `hands`, all four
    still held and North's first, is for audiences that may see every hand.
    """

    seat: Seat | None = None
    hand: Hand | None = None
    calls: tuple[Call, ...] | None = None
    cards: tuple[Card, ...] | None = None
    hands: tuple[Hand, Hand, Hand, Hand] | None = None

    def legal_actions(self) -> tuple[Action, ...]:
        """The answers to the seat's decision, () when it has none."""
        if self.calls is not None:
            return tuple(MakeCall(call) for call in self.calls)
        return tuple(PlayCard(card) for card in self.cards or ())


def parse_hand(cards: str) -> Hand:
    """A hand from PBN's suits, spades first: `AK2.QJ.T9876.543`. ValueError names what does not fit.

    >>> parse_hand("A.K2..T")
    (<Card.SA: 'SA'>, <Card.HK: 'HK'>, <Card.H2: 'H2'>, <Card.CT: 'CT'>)
    """
    suits = cards.split(".")
    if len(suits) != 4:
        raise ValueError(f"expected four suits divided by three dots, got {cards!r}")
    held = [Card(suit + rank) for suit, ranks in zip("SHDC", suits, strict=True) for rank in ranks]
    return tuple(sorted(held, key=display_order))


def format_hand(cards: Hand) -> str:
    """The PBN text of a hand, the inverse of `parse_hand`."""
    return ".".join("".join(c.rank for c in cards if c.suit == suit) for suit in "SHDC")
