"""The differences between the systems."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bots.bridge.bidding.system import ACOL, PRECISION, SAYC
from tests.bots.bridge.bidding.tables import called, meaning


@pytest.mark.parametrize(
    ("cards", "call"),
    [
        ("K32.KQ42.Q54.A32", "1NT"),
        ("AQ42.KQ42.K5.Q32", "1H"),
        ("AQ42.K42.K52.KQ2", "1S"),
        ("32.K2.AQ54.KJ432", "1C"),
    ],
)
def test_acol_opens_four_card_majors_and_a_weak_notrump(cards: str, call: str) -> None:
    assert called(cards, "", ACOL) == call


@pytest.mark.parametrize(
    ("cards", "auction", "call"),
    [
        ("AQ42.KQ42.K5.A32", "", "1C"),
        ("AQJ42.K432.K5.32", "", "1S"),
        ("K32.KQ42.Q54.A32", "", "1NT"),
        ("32.K2.A54.KQJ432", "", "2C"),
        ("AQ32.KQ32.2.Q432", "", "2D"),
        ("32.K2.AQJ54.K432", "", "1D"),
        ("432.432.Q543.432", "1C P", "1D"),
        ("KQ432.432.A43.32", "1C P", "1S"),
        ("K432.432.A43.Q32", "1C P", "1NT"),
    ],
)
def test_precision_opens_one_club_with_sixteen_points(cards: str, auction: str, call: str) -> None:
    assert called(cards, auction, PRECISION) == call


def test_with_the_phoney_club_one_diamond_has_four_cards() -> None:
    phoney = replace(SAYC, phoney_club=True)
    assert called("KQ32.KQ42.Q54.32") == "1D"
    assert called("KQ32.KQ42.Q54.32", "", phoney) == "1C"


def test_natural_openings_that_opponents_do_not_expect_are_alerted() -> None:
    assert meaning("1NT", ACOL).alert
    assert meaning("1D", PRECISION).alert
    assert meaning("1C", replace(SAYC, phoney_club=True)).alert
    assert not meaning("1S", PRECISION).alert


def test_the_range_of_one_notrump_is_an_option() -> None:
    weak = replace(SAYC, notrump=(12, 14))
    assert called("AQ2.KJ2.KQ32.432", "1D P 1S P", weak) == "1NT"
    assert called("K32.KQ42.Q54.A32", "", weak) == "1NT"
    assert meaning("1NT", weak).words == "12-14 points, balanced"


@pytest.mark.parametrize(
    ("notrump", "cards", "words"),
    [
        ((13, 15), "AQ2.KJ2.KQ32.J32", "16-19 points, balanced"),
        ((14, 16), "AQ2.KJ2.KQ32.Q32", "17-19 points, balanced"),
        ((15, 17), "AQ2.KJ2.KQ32.K32", "18-19 points, balanced"),
    ],
)
def test_a_balanced_hand_too_strong_for_one_notrump_rebids_two(
    notrump: tuple[int, int], cards: str, words: str
) -> None:
    system = replace(SAYC, notrump=notrump)
    assert called(cards, "1D P 1S P", system) == "2NT"
    assert meaning("1D P 1S P 2NT", system).words == words
