"""Answers to openings of one and two notrumps: Stayman, transfers, Texas, Gerber, quantitative raises."""

from __future__ import annotations

import pytest

from tests.bots.bridge.bidding.tables import called, meaning


@pytest.mark.parametrize(
    ("cards", "call"),
    [
        ("KQ32.42.A954.432", "2C"),
        ("KQ32.QJ42.A95.32", "2C"),
        ("KQ32.42.9854.432", "P"),
        ("K32.942.9854.J32", "P"),
        ("K32.J2.K985.J432", "2NT"),
        ("K32.A42.K954.J32", "3NT"),
        ("42.KJ432.9854.32", "2D"),
        ("J9832.42.985.J42", "2H"),
        ("KQ32.AJ432.98.32", "2C"),
        ("KQ9832.A42.98.J2", "4H"),
        ("42.KQ9832.A4.J32", "4D"),
        ("32.4.J98754.Q432", "2S"),
        ("32.4.Q432.J98754", "2S"),
        ("KQ2.AJ2.KJ32.Q32", "4NT"),
        ("KQ2.AJ2.KQJ2.K32", "6NT"),
    ],
)
def test_responder_knows_the_combined_points_over_one_notrump(cards: str, call: str) -> None:
    assert called(cards, "1NT P") == call


@pytest.mark.parametrize(
    ("cards", "call"),
    [
        ("AQ2.KQ42.K54.Q32", "2H"),
        ("AQ42.KQ42.K5.Q32", "2H"),
        ("AQ42.KQ2.K54.Q32", "2S"),
        ("AQ2.KQ2.K542.Q32", "2D"),
    ],
)
def test_opener_answers_stayman_with_a_major_hearts_first(cards: str, call: str) -> None:
    assert called(cards, "1NT P 2C P") == call


@pytest.mark.parametrize(
    ("auction", "cards", "call"),
    [
        ("1NT P 2C P 2H P", "K2.QJ42.A954.J32", "4H"),
        ("1NT P 2C P 2H P", "K2.Q942.K954.432", "3H"),
        ("1NT P 2C P 2D P", "KQ32.42.K954.432", "2NT"),
        ("1NT P 2C P 2D P", "KQ32.42.AJ54.432", "3NT"),
        ("1NT P 2C P 2D P", "KQ432.AJ42.54.32", "3S"),
        ("1NT P 2C P 2S P", "42.KQ32.AJ54.432", "3NT"),
        ("2NT P 3C P 3S P", "JT72.Q74.K75.T54", "4S"),
    ],
)
def test_responder_places_the_contract_after_stayman(auction: str, cards: str, call: str) -> None:
    assert called(cards, auction) == call


@pytest.mark.parametrize(
    ("auction", "cards", "call"),
    [
        ("1NT P 2D P", "AQ2.KQ2.K542.Q32", "2H"),
        ("1NT P 2H P", "A2.KQ42.K542.Q32", "2S"),
        ("1NT P 2H P", "AQ42.KQ2.K54.KJ2", "3S"),
        ("1NT P 2H P 2S P", "J9832.42.985.J42", "P"),
        ("1NT P 2H P 2S P", "KJ832.42.K85.J42", "2NT"),
        ("1NT P 2H P 2S P", "KJ832.42.A85.Q42", "3NT"),
        ("1NT P 2H P 2S P 3NT P", "AQ2.KQ2.K542.Q32", "4S"),
        ("1NT P 2H P 2S P 3NT P", "A2.KQ42.K542.Q32", "P"),
        ("1NT P 4H P", "A2.KQ42.K542.Q32", "4S"),
        ("1NT P 2S P", "AQ2.KQ2.K542.Q32", "3C"),
        ("1NT P 2S P 3C P", "32.4.J98754.Q432", "3D"),
        ("1NT P 2S P 3C P", "32.4.Q432.J98754", "P"),
    ],
)
def test_transfers_are_accepted_and_responder_shows_strength(auction: str, cards: str, call: str) -> None:
    assert called(cards, auction) == call


@pytest.mark.parametrize(
    ("cards", "call"),
    [("AQ2.KQ42.K54.Q32", "P"), ("AQ2.KQ42.KJ4.Q32", "3NT")],
)
def test_opener_accepts_an_invitation_with_a_maximum(cards: str, call: str) -> None:
    assert called(cards, "1NT P 2NT P") == call


@pytest.mark.parametrize(
    ("cards", "call"),
    [
        ("KQ32.42.9854.432", "3C"),
        ("42.KJ432.9854.32", "3D"),
        ("J9832.42.985.J42", "3H"),
        ("K32.842.K954.J32", "3NT"),
        ("432.842.9854.432", "P"),
    ],
)
def test_stayman_and_transfers_are_one_level_higher_over_two_notrumps(cards: str, call: str) -> None:
    assert called(cards, "2NT P") == call


@pytest.mark.parametrize("auction", ["1NT P 2C", "1NT P 2D", "1NT P 2H", "1NT P 2S", "1NT P 4D", "1NT P 4C"])
def test_artificial_answers_are_alerted(auction: str) -> None:
    assert meaning(auction).alert
