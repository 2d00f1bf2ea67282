"""Openings of Standard American Yellow Card, as the ACBL's booklet describes them.

One of a suit has up to 21 points, two notrumps 20 or 21, and two clubs 22 or as many playing tricks.
"""

from __future__ import annotations

import pytest

from tests.bots.bridge.bidding.tables import called, meaning


@pytest.mark.parametrize(
    ("cards", "call"),
    [
        ("AKJ32.K42.Q54.32", "1S"),
        ("AK532.AQ432.K4.2", "1S"),
        ("32.AKJ32.K54.K32", "1H"),
        ("K2.KQ42.AJ54.432", "1D"),
        ("K2.K2.AQ54.K5432", "1C"),
        ("32.K432.AQ54.KQ2", "1D"),
        ("K32.KQ42.Q54.A32", "1C"),
        ("KQ32.KQ42.Q54.32", "1D"),
        ("K2.Q2.AQ54.KJ54.", "1D"),
    ],
)
def test_a_major_opening_has_five_cards_and_a_minor_opening_is_the_longer_minor(
    cards: str, call: str
) -> None:
    assert called(cards.rstrip(".")) == call


@pytest.mark.parametrize(
    ("cards", "call"),
    [
        ("AQ2.KQ42.K54.Q32", "1NT"),
        ("AQ432.KQ2.K54.Q2", "1NT"),
        ("AQ2.KQ42.AK4.Q32", "2NT"),
        ("AQ2.KQ42.AK4.432", "1C"),
        ("AQ2.KQ42.AKJ.432", "1C"),
        ("AQ2.KQ42.AKJ.Q32", "2NT"),
        ("AKJ.KQJ2.AQ4.A32", "2C"),
        ("AKJ.AQJ2.AKQ.Q32", "3NT"),
        ("AKJ.KQJ2.AK4.Q32", "2C"),
        ("AKQJ32.AKQ2.A4.2", "2C"),
        ("A.QJT5.KQ.KQ8765", "1C"),
        ("AQJ876.AKJ2.K4.2", "1S"),
        ("AQJ876.AKJ2.AJ.2", "1S"),
    ],
)
def test_balanced_hands_open_notrumps_by_their_points(cards: str, call: str) -> None:
    assert called(cards) == call


@pytest.mark.parametrize(
    ("cards", "call"),
    [
        ("KQ9876.42.J54.32", "2S"),
        ("42.KJT876.Q54.32", "2H"),
        ("42.Q4.KQT876.J32", "2D"),
        ("3.42.QJT9876.K32", "3D"),
        ("KQJ98765.2.54.32", "4S"),
        ("42.Q4.J32.KQT876", "P"),
        ("K98765.42.QJ4.32", "2S"),
        ("KT8765.42.Q54.32", "2S"),
    ],
)
def test_weak_hands_with_a_long_suit_preempt_but_two_clubs_is_not_weak(cards: str, call: str) -> None:
    assert called(cards) == call


@pytest.mark.parametrize(
    ("cards", "call"),
    [
        ("AKQ32.AQ32.A2.32", "1S"),
        ("AKQ32.AQ32.AQ.32", "1S"),
        ("AKQ32.AQ32.AK.32", "2C"),
        ("2.AQ2.AKQJ32.A32", "1D"),
        ("AKQJ876.AK2.42.2", "2C"),
        ("AKQJ876.KQ2.42.2", "1S"),
        ("2.AKQJ876.AQ2.32", "1H"),
        ("2.A2.AKQJ8765.K2", "2C"),
        ("KQJT9876.32.32.2", "4S"),
    ],
)
def test_two_clubs_is_opened_with_22_points_or_with_nine_playing_tricks_of_16(cards: str, call: str) -> None:
    assert called(cards) == call


def test_an_eleven_point_balanced_hand_passes() -> None:
    assert called("K32.KQ2.Q543.J32") == "P"


@pytest.mark.parametrize(
    ("cards", "call"),
    [
        ("K98765.42.Q54.K2", "P"),
        ("KQ8765.42.Q54.32", "2S"),
        ("KJT765.42.Q54.32", "2S"),
        ("42.J98765.AQ4.32", "P"),
    ],
)
def test_a_vulnerable_weak_two_has_two_honours_in_its_suit(cards: str, call: str) -> None:
    assert called(cards, "", vulnerable="Both") == call


def test_a_weak_two_is_not_opened_in_fourth_seat() -> None:
    assert called("KQ9876.42.J54.32", "P P P") == "P"


def test_the_strong_two_clubs_is_alerted_and_natural_openings_are_not() -> None:
    assert meaning("2C").alert
    assert not meaning("1S").alert
    assert not meaning("1NT").alert


def test_an_opening_is_explained_by_its_points_and_lengths() -> None:
    assert meaning("1NT").words == "15-17 points, balanced"
    assert meaning("2S").words == "Weak two: 5-11 points, six spades, at most three hearts"
    assert meaning("2NT").words == "20-21 points, balanced"
    assert meaning("2C").words == (
        "Strong two clubs: either 22+ points; or 16+ points, at least nine playing tricks; forcing"
    )
