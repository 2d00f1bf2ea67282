"""Tests of the suit of an opening lead: textbook choices."""

from __future__ import annotations

import pytest

from bots.bridge.sampler.bits import held
from bots.bridge.sampler.carding import STANDARD
from bots.bridge.sampler.opening import Auctioned, chances, lead, merits
from protocol.v1.bridge import parse_hand
from protocol.v1.cards import DECK

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
THREE_NOTRUMP = Auctioned(None, 3)
FOUR_SPADES = Auctioned(SPADES, 4)


def led(cards: str, auctioned: Auctioned) -> str:
    return DECK[lead(held(parse_hand(cards)), auctioned, STANDARD)].value


@pytest.mark.parametrize(
    ("cards", "card"),
    [
        ("K8642.Q73.J5.T94", "S4"),
        ("J5.KJ742.83.Q964", "H4"),
        ("73.QJT94.K62.A85", "HQ"),
        ("A4.862.KQJ53.T97", "DK"),
    ],
)
def test_at_notrumps_the_longest_suit_is_led(cards: str, card: str) -> None:
    assert led(cards, THREE_NOTRUMP) == card


def test_partners_suit_is_led_rather_than_a_weak_suit_of_ones_own() -> None:
    assert led("J8642.Q7.952.K43", Auctioned(None, 3, partners=(HEARTS,))) == "HQ"
    assert led("98.J76.K52.QT843", Auctioned(SPADES, 4, partners=(DIAMONDS,))) == "D2"


def test_a_suit_of_the_opponents_is_not_led() -> None:
    assert led("K8642.Q97.J5.T94", Auctioned(None, 3, theirs=(SPADES,)))[0] != "S"


@pytest.mark.parametrize(
    ("cards", "card"),
    [
        ("82.AK74.J963.Q52", "HA"),
        ("82.KQT4.J963.Q52", "HK"),
        ("743.J9653.7.A862", "D7"),
        ("862.QJT4.K63.A92", "HQ"),
    ],
)
def test_against_a_suit_contract_a_sequence_or_a_singleton_is_led(cards: str, card: str) -> None:
    assert led(cards, FOUR_SPADES) == card


def test_an_ace_without_the_king_is_not_led_and_not_underled_at_a_low_level() -> None:
    for cards in ("862.A974.T963.52", "862.AQ4.T963.952"):
        assert led(cards, FOUR_SPADES)[0] != "H"


def test_a_safe_lead_is_made_against_a_slam_at_notrumps() -> None:
    assert led("Q8642.T98.T9.765", Auctioned(None, 6))[0] != "S"


def test_the_chances_of_the_suits_add_up_and_follow_the_merits() -> None:
    hand = held(parse_hand("K8642.Q73.J5.T94"))
    worth, shares = merits(hand, THREE_NOTRUMP), chances(hand, THREE_NOTRUMP)
    assert sum(shares.values()) == pytest.approx(1.0)
    assert sorted(worth, key=worth.__getitem__) == sorted(shares, key=shares.__getitem__)


def test_a_suit_that_is_not_held_is_not_led() -> None:
    assert CLUBS not in merits(held(parse_hand("K8642.Q73.JT954.")), THREE_NOTRUMP)
