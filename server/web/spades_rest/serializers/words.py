"""Seats, teams, cards and bids in the form of the Spades API."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from protocol.v1.cards import Rank, Suit
from protocol.v1.spades import Bid, Card

T = TypeVar("T")

SeatName = Literal["north", "east", "south", "west"]
TeamName = Literal["ns", "ew"]
SEATS: tuple[SeatName, ...] = ("north", "east", "south", "west")
"""The names of the seats by seat number, clockwise."""
TEAMS: tuple[TeamName, ...] = ("ns", "ew")
"""The names of the two sides by side number."""

SUITS = {Suit.SPADES: "spades", Suit.HEARTS: "hearts", Suit.DIAMONDS: "diamonds", Suit.CLUBS: "clubs"}
JOKERS = {Card.BJ: "big_joker", Card.LJ: "little_joker"}


RankName = Literal[
    "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "big_joker", "little_joker"
]


class NamedCard(Struct, frozen=True):
    """A card in the form of the Spades API.

    A joker is written with its name as the rank, and with spades as the suit.
    """

    suit: Literal["spades", "hearts", "diamonds", "clubs"]
    rank: RankName


def _named(card: Card) -> NamedCard:
    rank = JOKERS[card] if card in JOKERS else card[1].replace(Rank.TEN, "10")
    return msgspec.convert({"suit": SUITS[card.suit], "rank": rank}, NamedCard)


NAMED = {card: _named(card) for card in Card}
CARDS = {named: card for card, named in NAMED.items()}


def named_cards(cards: Iterable[Card]) -> list[NamedCard]:
    """Return cards in the form of the Spades API."""
    return [NAMED[card] for card in cards]


NamedBid = (
    Annotated[int, Meta(ge=0, le=13)] | Annotated[str, Meta(pattern="^(nil|blind_nil|blind_([0-9]|1[0-3]))$")]
)
"""A bid: a number of tricks, `nil` or `blind_nil`; a number that was bid blind is written as `blind_6`."""


def named_bid(bid: Bid) -> NamedBid:
    """Return a bid in the form of the Spades API.

    >>> named_bid(Bid(4)), named_bid(Bid(nil=True, blind=True)), named_bid(Bid(6, blind=True))
    (4, 'blind_nil', 'blind_6')
    """
    if bid.nil:
        return "blind_nil" if bid.blind else "nil"
    return f"blind_{bid.tricks}" if bid.blind else bid.tricks


BIDS = {
    named_bid(bid): bid
    for tricks in range(14)
    for bid in (Bid(tricks), Bid(tricks, blind=True), Bid(nil=True), Bid(nil=True, blind=True))
}


def named_time(ms: float) -> str:
    """Return a time in milliseconds since 1970 as ISO 8601 text.

    >>> named_time(1_500)
    '1970-01-01T00:00:01.500+00:00'
    """
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds")


def by_seat(values: Iterable[T]) -> dict[SeatName, T]:
    """Return four values, one for each seat, as a dict with the seat names as keys."""
    return dict(zip(SEATS, values, strict=True))


def by_team(values: Iterable[T]) -> dict[TeamName, T]:
    """Return two values, one for each side, as a dict with the side names as keys."""
    return dict(zip(TEAMS, values, strict=True))
