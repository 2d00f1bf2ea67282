"""The calls of opener's side over an overcall or a double."""

from __future__ import annotations

import pytest

from bots.bridge.bidding.system import PRECISION
from tests.bots.bridge.bidding.tables import called, meaning


@pytest.mark.parametrize(
    ("auction", "cards", "call"),
    [
        ("1D 1S", "K2.KJ32.54.Q5432", "X"),
        ("1D 1H", "KJ32.K32.54.5432", "X"),
        ("1D 1H", "KJ432.K32.54.432", "1S"),
        ("1H 1S", "432.K32.KJ54.432", "2H"),
        ("1H 1S", "43.K32.AKJ4.5432", "2S"),
        ("1H 1S", "3.KJ32.Q5432.432", "3H"),
        ("1H 1S", "KJ2.32.QJ32.Q432", "1NT"),
        ("1H X", "432.K32.KJ54.432", "2H"),
        ("1H X", "3.KJ32.J5432.432", "3H"),
        ("1H X", "43.KJ32.AQ54.432", "2NT"),
        ("1H X", "KJ32.32.AQ54.J32", "XX"),
    ],
)
def test_responder_bids_on_after_an_overcall_or_a_takeout_double(auction: str, cards: str, call: str) -> None:
    assert called(cards, auction) == call


@pytest.mark.parametrize(
    ("auction", "cards", "call"),
    [
        ("1NT 2S", "32.KQJ54.A54.Q32", "3H"),
        ("1NT 2S", "2.32.KJ9432.Q432", "3D"),
        ("1NT 2H", "QT9432.32.K32.32", "2S"),
        ("1NT 2H", "KQ32.32.AK54.432", "3H"),
        ("1NT 2H 3H P", "AJ32.A2.KQ4.KJ32", "3S"),
        ("1NT 2H 3H P", "AJ3.A32.KQ4.KJ32", "3NT"),
        ("1NT 2S", "J854.J3.J32.5432", "P"),
    ],
)
def test_responder_shows_a_suit_or_asks_for_a_major_after_an_overcall_of_one_notrump(
    auction: str, cards: str, call: str
) -> None:
    assert called(cards, auction) == call


def test_responder_with_an_opening_hand_does_not_pass_an_overcall() -> None:
    assert called("A75.652.KJ2.AQ54", "1D 1H") == "2C"


def test_the_strong_club_bids_its_suit_over_an_overcall() -> None:
    assert called("2.AKJ54.AQ32.K32", "1C 1S P P", PRECISION) == "2H"


@pytest.mark.parametrize(
    ("auction", "cards", "call"),
    [
        ("1D 3C X P", "K64.T987.AJT5.A4", "4H"),
        ("1D 2H", "A.Q5.98762.KJT75", "3D"),
    ],
    ids=["over a negative double", "over a jump overcall"],
)
def test_a_fit_is_shown_over_an_overcall(auction: str, cards: str, call: str) -> None:
    assert called(cards, auction) == call


@pytest.mark.parametrize("auction", ["1H 1S 2S", "1S X 2NT"])
def test_artificial_calls_over_an_overcall_or_a_double_are_alerted(auction: str) -> None:
    assert meaning(auction).alert


@pytest.mark.parametrize(
    ("auction", "cards", "call"),
    [
        ("1C X XX P", "K43.73.KQ5.KJT54", "P"),
        ("1C X XX 1H", "K43.KJ32.K5.KJT5", "X"),
        ("1C X XX 1H", "K432.32.K5.AKJT5", "P"),
        ("1C X XX 1H P P", "QJ52.KJ4.A93.Q76", "X"),
    ],
    ids=["opener has nothing to fear", "opener's trumps", "opener waits", "the redoubler's trumps"],
)
def test_the_side_that_redoubled_leaves_or_doubles_the_bids_of_the_opponents(
    auction: str, cards: str, call: str
) -> None:
    assert called(cards, auction) == call
