"""Natural bidding from what both hands have shown: games, invitations, forcing calls, doubles."""

from __future__ import annotations

import pytest

from bots.bridge.bidding.system import SAYC
from tests.bots.bridge.bidding.tables import called, meaning


@pytest.mark.parametrize(
    ("auction", "cards", "call"),
    [
        ("1D P 1H P 1S P", "AQ32.AJ432.54.32", "4S"),
        ("1D P 1H P 1S P", "32.AJ432.K54.K32", "2NT"),
        ("1D P 1H P 1S P", "32.AJ432.K54.Q32", "1NT"),
        ("1H P 1S P 2H P", "AQ432.Q2.A432.32", "4H"),
        ("1D P 1S P 2D P", "AQT9432.2.K2.432", "4S"),
        ("1H P 2H P 3H P", "K32.Q432.KJ32.32", "4H"),
        ("1H P 2H P 3H P", "432.Q432.K432.32", "P"),
    ],
)
def test_the_strength_of_both_hands_decides_between_game_invitation_and_part_score(
    auction: str, cards: str, call: str
) -> None:
    assert called(cards, auction) == call


def test_the_fourth_suit_forces_to_game_and_is_answered_with_support_or_shape() -> None:
    auction = "1D P 1H P 1S P"
    assert called("KQ2.AJ432.54.A32", auction) == "2C"
    assert meaning(f"{auction} 2C").alert
    assert "forcing to game" in meaning(f"{auction} 2C").words
    assert called("AQ32.K32.KJ32.32", f"{auction} 2C P") == "2H"
    assert called("AQ32.2.KQ5432.A2", f"{auction} 2C P") == "2D"
    assert called("Q6.J.A7652.KQJ94", "1D P 1S P 2C P 2H P") == "3C"


@pytest.mark.parametrize(
    ("cards", "call"),
    [("AQ432.K2.432.432", "2S"), ("AQ5432.K2.A32.32", "4S")],
)
def test_a_cue_bid_that_raises_is_answered_by_strength(cards: str, call: str) -> None:
    assert called(cards, "1D 1S P 2D P") == call


@pytest.mark.parametrize(
    ("auction", "cards", "call"),
    [
        ("1D P 1S P 2D P 2NT P", "K32.A2.AKQ432.32", "3S"),
        ("1NT P 2H P 2S P 3NT P", "K32.AQ2.KQ32.K32", "4S"),
    ],
)
def test_support_is_shown_over_partners_notrumps(auction: str, cards: str, call: str) -> None:
    assert called(cards, auction) == call


def test_no_call_is_made_over_partners_game() -> None:
    assert called("432.K432.Q32.432", "1NT P 3NT P", SAYC) == "P"


@pytest.mark.parametrize(
    ("cards", "call"),
    [
        ("AKQJ95.2.A86.KQ8", "3S"),
        ("AKQJ954.2.AK6.32", "4S"),
        ("AKQ952.32.A86.32", "2S"),
    ],
)
def test_an_opener_with_many_playing_tricks_jumps_over_a_balancing_bid(cards: str, call: str) -> None:
    assert called(cards, "1S P P 2H") == call
