"""Asking for aces and key cards, and the slams that follow."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bots.bridge.bidding.system import SAYC
from tests.bots.bridge.bidding.tables import called, meaning

ANSWERS = [
    ("K9432.K2.KQ32.K2", "5C", "5D", "5D"),
    ("QJ432.K2.KQ32.K2", "5D", "5C", "5C"),
    ("AJ432.K2.KQ32.32", "5C", "5D", "5D"),
    ("AJ432.A2.KQ32.32", "5H", "5H", "5H"),
    ("AQ432.A2.KJ32.32", "5S", "5S", "5H"),
]


@pytest.mark.parametrize(("cards", "first", "second", "third"), ANSWERS)
def test_key_cards_are_answered_in_the_agreed_flavour(
    cards: str, first: str, second: str, third: str
) -> None:
    auction = "1S P 3S P 4NT P"
    north = "1S P 2NT P 4S P 4NT P"
    assert called(cards, north, replace(SAYC, keycards="1430")) == first, auction
    assert called(cards, north, replace(SAYC, keycards="0314")) == second
    if cards.startswith("K9"):
        third = "5C"
    assert called(cards, north, replace(SAYC, keycards="blackwood")) == third


@pytest.mark.parametrize(
    ("answer", "cards", "call"),
    [
        ("5C", "KQ32.A2.AK32.Q32", "6S"),
        ("5C", "KQ32.KQJ.KQ32.A2", "5S"),
    ],
)
def test_the_asker_stops_below_slam_when_two_key_cards_are_missing(
    answer: str, cards: str, call: str
) -> None:
    assert called(cards, f"1S P 2NT P 4S P 4NT P {answer} P") == call


def test_a_control_is_shown_when_a_suit_is_agreed_and_both_hands_may_hold_a_slam() -> None:
    cards, auction = "KQ32.K2.KQ32.Q32", "1S P 2NT P 3S P"
    assert called(cards, auction) == "4D"
    assert meaning(f"{auction} 4D").alert
    assert "Control bid" in meaning(f"{auction} 4D").words


@pytest.mark.parametrize(
    ("auction", "cards", "call"),
    [
        ("1NT P 4C P", "AQ2.KQ42.K54.A32", "4S"),
        ("1NT P 4C P", "KQ2.KQ42.KQ4.K32", "4D"),
        ("1NT P 4NT P", "AQ2.KQ42.KQ4.A32", "6NT"),
        ("1NT P 4NT P", "AQ2.KQ42.K54.Q32", "P"),
    ],
)
def test_gerber_and_the_quantitative_raise_over_one_notrump(auction: str, cards: str, call: str) -> None:
    assert called(cards, auction) == call


def test_key_cards_are_asked_for_in_an_agreed_suit_also_by_the_partner_who_is_short_in_it() -> None:
    assert called("KQ.KQJ93.AK4.AT7", "1S P 2H P 3D P 3S P 4C P") == "4NT"


def test_a_sign_off_in_game_ends_the_way_to_a_slam() -> None:
    assert called("KJT542.AQ7.KJ8.7", "1S P 2C P 3S P 4S P") == "P"
    assert called("A8762.8.AQ32.KJ6", "1S P 2NT P 3H P 4S P") == "P"
