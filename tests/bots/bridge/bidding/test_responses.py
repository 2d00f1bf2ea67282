"""Responses to openings in a suit, and opener's rebids."""

from __future__ import annotations

import pytest

from bots.bridge.bidding.system import TWO_OVER_ONE
from tests.bots.bridge.bidding.tables import called, meaning


@pytest.mark.parametrize(
    ("cards", "call"),
    [
        ("Q43.K42.Q954.432", "2S"),
        ("KQ32.A42.954.J32", "3S"),
        ("KQ32.AQ2.95.K432", "2NT"),
        ("KQ32.AQ42.2.J432", "4D"),
        ("QJ9432.2.9543.32", "4S"),
        ("K2.QJ6.9542.9732", "1NT"),
        ("K2.J76.AQJ54.K32", "2D"),
        ("K2.AQJ54.J76.K32", "2H"),
        ("432.32.Q542.5432", "P"),
        ("Q2.KJ6.KQJ2.A732", "2C"),
    ],
)
def test_responses_to_one_spade(cards: str, call: str) -> None:
    assert called(cards, "1S P") == call


@pytest.mark.parametrize(
    ("cards", "call"),
    [
        ("K2.AQ76.954.5432", "1H"),
        ("KQ76.J976.95.543", "1H"),
        ("AQ765.KQ764.9.54", "1S"),
        ("K42.J76.954.K432", "1NT"),
        ("K42.A76.Q54.KQ32", "2NT"),
        ("K42.AQ6.QJ4.KJ32", "3NT"),
        ("42.J6.KQ542.9432", "2D"),
        ("42.A6.KQ5432.432", "3D"),
        ("42.J6.Q5432.9432", "P"),
    ],
)
def test_responses_to_one_diamond(cards: str, call: str) -> None:
    assert called(cards, "1D P") == call


@pytest.mark.parametrize(
    ("auction", "cards", "call"),
    [
        ("1D P 1S P", "K432.A2.KQ432.32", "2S"),
        ("1D P 1S P", "AQ32.A2.KQ432.32", "3S"),
        ("1D P 1S P", "K4.AQ4.QJ54.J432", "1NT"),
        ("1D P 1S P", "K4.AQ4.AQ54.KJ32", "2NT"),
        ("1D P 1S P", "42.A2.AQJ432.Q32", "2D"),
        ("1D P 1S P", "42.A2.AQJ432.KQ2", "3D"),
        ("1D P 1S P", "4.A32.AQ432.KJ32", "2C"),
        ("1D P 1S P", "4.AQ32.AKQ32.K32", "2H"),
        ("1C P 1H P", "AQ32.42.K32.KQ32", "1S"),
        ("1S P 2S P", "AK432.A2.KQ432.2", "4S"),
        ("1S P 2S P", "AK432.Q2.QJ32.32", "P"),
        ("1S P 3S P", "AK432.A2.QJ32.32", "4S"),
        ("1S P 2NT P", "AK432.A2.QJ432.2", "3C"),
        ("1S P 2NT P", "AK432.32.QJ3.Q32", "4S"),
        ("1S P 1NT P", "AK432.2.QJ32.432", "2D"),
        ("1S P 1NT P", "AKJ432.2.QJ2.432", "2S"),
    ],
)
def test_opener_rebids_by_fit_shape_and_strength(auction: str, cards: str, call: str) -> None:
    assert called(cards, auction) == call


@pytest.mark.parametrize(
    ("auction", "cards", "call"),
    [
        ("2C P", "K32.432.9854.J32", "2D"),
        ("2C P", "KQJ32.432.A85.32", "2S"),
        ("2C P 2D P", "AKJ.KQJ2.AK4.Q32", "2NT"),
        ("2C P 2D P", "AKQJ32.AKQ2.A4.2", "2S"),
        ("2C P 2D P 2NT P", "KJ432.432.985.32", "3H"),
        ("2C P 2D P 2H P", "QJ53.J2.832.AKT8", "2S"),
        ("2C P 2D P 2H P", "Q53.2.K8432.Q832", "3D"),
        ("2C P 2D 3C", "AKQJ865.A4.AJT.3", "3S"),
        ("2C P", "K32.Q32.9854.KJ2", "2NT"),
        ("2C P", "32.J42.85.AQJ532", "3C"),
        ("2C P 2D P", "A2.AK2.2.AKQJ874", "3C"),
        ("2C P 2D P 3C P", "9432.9432.843.J2", "3D"),
        ("2C P 2D P 3C P", "KJ942.943.843.J2", "3S"),
        ("2C P 2D P 3C P", "K42.Q943.J43.J32", "3NT"),
        ("2C P 2D P 3C P", "K42.43.Q8432.J32", "3NT"),
        ("2C P 2D P 3C P 3D P", "A2.AK2.2.AKQJ874", "5C"),
        ("2C P 2D P 3D P", "9432.9432.843.J2", "3NT"),
        ("2C P 2D P", "AKQ.AKQJ.AKQ.J32", "3NT"),
        ("3NT P", "K9432.2.843.J432", "4H"),
    ],
)
def test_the_strong_two_clubs_and_its_answers(auction: str, cards: str, call: str) -> None:
    assert called(cards, auction) == call


@pytest.mark.parametrize(
    ("cards", "call"),
    [
        ("42.A32.KQ54.J432", "P"),
        ("Q42.A432.954.J32", "3S"),
        ("K432.2.A8543.K32", "4S"),
    ],
)
def test_a_weak_two_is_raised_by_the_law(cards: str, call: str) -> None:
    assert called(cards, "2S P") == call


def test_a_strong_hand_asks_the_weak_two_before_it_bids_game() -> None:
    strong = "K42.AK2.AQ54.432"
    assert called(strong, "2S P") == "2NT"
    assert called(strong, "2S P 2NT P 3S P") == "4S"
    assert called(strong, "2S P 2NT P 3NT P") == "4S"


@pytest.mark.parametrize(
    ("cards", "call"),
    [("K2.QJ6.9542.A732", "1NT"), ("K2.AJ6.A542.Q732", "2C"), ("K2.A76.AQJ54.K32", "2D")],
)
def test_two_over_one_forces_to_game_and_one_notrump_for_a_round(cards: str, call: str) -> None:
    assert called(cards, "1S P", TWO_OVER_ONE) == call
    assert "forcing to game" in meaning("1S P 2D", TWO_OVER_ONE).words
    assert meaning("1S P 1NT", TWO_OVER_ONE).alert


def test_a_strong_hand_answers_in_the_longer_minor_before_a_four_card_major() -> None:
    assert called("AK52.J.AKJT5.AT5", "1H P") == "2D"
    assert called("AK52.J2.JT952.52", "1H P") == "1S"


@pytest.mark.parametrize("suit", ["2H", "2S", "3C", "3D"])
def test_opener_s_suit_after_two_clubs_is_forcing(suit: str) -> None:
    assert "forcing" in meaning(f"2C P 2D P {suit}").words
    assert called("9432.9432.8432.2", f"2C P 2D P {suit} P") != "P"
