"""Michaels cue-bids, the unusual notrump and the choice of a suit."""

from __future__ import annotations

import pytest

from tests.bots.bridge.bidding.tables import called, meaning


@pytest.mark.parametrize(
    ("opening", "cards", "call"),
    [
        ("1D", "KJ432.QJ432.4.K2", "2D"),
        ("1H", "KJ432.2.43.AQ432", "2H"),
        ("1S", "2.43.KQ432.AJ432", "2NT"),
    ],
)
def test_two_suits_are_shown_in_one_call(opening: str, cards: str, call: str) -> None:
    assert called(cards, opening) == call
    assert meaning(f"{opening} {call}").alert


def test_partner_chooses_a_suit_over_a_bid_that_disturbs() -> None:
    assert called("A85.864.A62.QJ93", "1H 2NT 3H") == "4C"


@pytest.mark.parametrize(("cards", "call"), [("2.KQ432.AQ432.32", "3D"), ("2.KQ432.32.AQ432", "P")])
def test_the_question_for_a_minor_is_passed_or_corrected(cards: str, call: str) -> None:
    assert called(cards, "1S 2S P 3C P") == call


@pytest.mark.parametrize(("cards", "call"), [("432.KQ32.2.AK432", "4H"), ("432.KQ32.432.K32", "3H")])
def test_without_room_for_an_invitation_a_good_hand_bids_game_over_michaels(cards: str, call: str) -> None:
    assert called(cards, "1S 2S P") == call
