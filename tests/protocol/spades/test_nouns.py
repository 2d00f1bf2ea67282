"""Cards and bids of Spades."""

from __future__ import annotations

import pytest

from protocol.v1.cards import Suit
from protocol.v1.cards import display_order as order_of_52
from protocol.v1.spades import CARDS, Bid, Card, display_order


def test_there_are_54_cards_of_which_two_are_jokers() -> None:
    assert [card.deck_index for card in CARDS] == list(range(54))
    assert CARDS[52:] == (Card.LJ, Card.BJ)


def test_a_joker_is_a_spade_and_every_other_card_has_the_suit_printed_on_it() -> None:
    assert (Card.LJ.suit, Card.BJ.suit) == (Suit.SPADES, Suit.SPADES)
    assert (Card.CJ.suit, Card.SJ.suit, Card.D2.suit) == (Suit.CLUBS, Suit.SPADES, Suit.DIAMONDS)


def test_a_hand_is_displayed_with_the_jokers_first_and_then_as_in_bridge() -> None:
    assert sorted(CARDS, key=display_order)[:3] == [Card.BJ, Card.LJ, Card.SA]
    plain = CARDS[:52]
    assert sorted(plain, key=display_order) == sorted(plain, key=order_of_52)


@pytest.mark.parametrize(
    ("bid", "text"),
    [
        (Bid(4), "4"),
        (Bid(0), "0"),
        (Bid(nil=True), "nil"),
        (Bid(6, blind=True), "blind 6"),
        (Bid(nil=True, blind=True), "blind nil"),
    ],
)
def test_a_bid_is_written_as_players_say_it(bid: Bid, text: str) -> None:
    assert str(bid) == text


def test_a_bid_of_0_is_no_nil() -> None:
    assert Bid(0) != Bid(nil=True)
