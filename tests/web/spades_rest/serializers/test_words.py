"""Words of the seed's API for seats, teams, cards, bids and times."""

from __future__ import annotations

import msgspec
import pytest

from protocol.v1.spades import Bid, Card
from server.web.spades_rest.serializers.words import (
    BIDS,
    CARDS,
    NAMED,
    NamedBid,
    NamedCard,
    by_seat,
    by_team,
    named_bid,
    named_cards,
    named_time,
)


def test_every_card_has_one_name_and_is_found_by_it() -> None:
    assert len(NAMED) == len(CARDS) == 54
    assert all(CARDS[NAMED[card]] is card for card in Card)


@pytest.mark.parametrize(
    ("card", "suit", "rank"),
    [
        (Card("ST"), "spades", "10"),
        (Card("HA"), "hearts", "A"),
        (Card("D2"), "diamonds", "2"),
        (Card("CJ"), "clubs", "J"),
        (Card.BJ, "spades", "big_joker"),
        (Card.LJ, "spades", "little_joker"),
    ],
)
def test_a_card_is_named_by_suit_and_rank(card: Card, suit: str, rank: str) -> None:
    assert msgspec.to_builtins(named_cards([card])) == [{"suit": suit, "rank": rank}]


@pytest.mark.parametrize("name", [{"suit": "spades", "rank": "T"}, {"suit": "S", "rank": "A"}, {}])
def test_a_name_of_another_notation_is_invalid(name: dict[str, str]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(name, NamedCard)


def test_every_bid_is_found_by_its_name_and_zero_is_not_nil() -> None:
    assert all(named_bid(bid) == name for name, bid in BIDS.items())
    assert len(BIDS) == 2 * 14 + 2
    assert BIDS[0] == Bid(0) != BIDS["nil"] == Bid(nil=True)
    assert BIDS["blind_nil"] == Bid(nil=True, blind=True)


@pytest.mark.parametrize("name", list(BIDS))
def test_the_name_of_a_bid_fits_its_type(name: NamedBid) -> None:
    assert msgspec.convert(name, NamedBid) == name


@pytest.mark.parametrize("name", [-1, 14, "blind", "blind_14", "NIL", "3", None])
def test_what_names_no_bid_does_not_fit_the_type(name: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(name, NamedBid)


def test_values_are_listed_by_seat_clockwise_from_north_and_by_side() -> None:
    assert by_seat(range(4)) == {"north": 0, "east": 1, "south": 2, "west": 3}
    assert by_team((7, 8)) == {"ns": 7, "ew": 8}
    with pytest.raises(ValueError, match="shorter"):
        by_seat(range(3))


def test_a_time_has_milliseconds_and_its_zone() -> None:
    assert named_time(1_700_000_000_123) == "2023-11-14T22:13:20.123+00:00"
