"""Overcalls, takeout doubles, Cappelletti and the answers."""

from __future__ import annotations

import pytest

from tests.bots.bridge.bidding.tables import called, meaning


@pytest.mark.parametrize(
    ("auction", "cards", "call"),
    [
        ("1D", "AQJ32.K32.54.432", "1S"),
        ("1D", "AQ2.KJ2.KQ4.J432", "1NT"),
        ("1S", "32.KQ4.54.AKJ432", "2C"),
        ("1D", "KQJ432.32.54.432", "2S"),
        ("1D", "KQ32.KJ32.4.A432", "X"),
        ("1S", "2.KQ32.KJ32.A432", "X"),
        ("1S", "K32.432.KJ32.Q32", "P"),
        ("2S", "2.KQ32.KJ32.AJ32", "X"),
        ("2S", "KJ2.KQ32.KJ32.A2", "2NT"),
        ("3H", "KQ32.2.AJ32.KQ32", "X"),
        ("1H P P", "KJ32.32.KJ32.Q32", "X"),
        ("1H P P", "KJ2.KJ2.KJ32.Q32", "1NT"),
    ],
)
def test_first_calls_over_an_opening_in_a_suit(auction: str, cards: str, call: str) -> None:
    assert called(cards, auction) == call


@pytest.mark.parametrize(
    ("cards", "call"),
    [
        ("AQ2.KQ2.KQ4.J432", "X"),
        ("KQJ432.32.A54.32", "2C"),
        ("KQ432.AJ432.5.32", "2D"),
        ("KQ432.32.5.AJ432", "2S"),
        ("32.2.KQJ32.AJ432", "2NT"),
        ("K32.Q32.KJ32.432", "P"),
    ],
)
def test_cappelletti_over_one_notrump(cards: str, call: str) -> None:
    assert called(cards, "1NT") == call


@pytest.mark.parametrize(
    ("auction", "cards", "call"),
    [
        ("1NT 2C P", "Q32.432.9854.432", "2D"),
        ("1NT 2C P 2D P", "KQJ432.32.A54.32", "2S"),
        ("1NT 2C P 2D P", "32.32.AQJ543.A32", "P"),
    ],
)
def test_cappelletti_two_clubs_asks_for_the_relay_and_shows_the_suit(
    auction: str, cards: str, call: str
) -> None:
    assert called(cards, auction) == call


@pytest.mark.parametrize(
    ("auction", "cards", "call"),
    [
        ("1D X P", "K432.432.54.5432", "1S"),
        ("1D X P", "KQ32.K32.54.Q432", "2S"),
        ("1D X P", "KQ432.A32.54.Q32", "4S"),
        ("1D X P", "K32.Q32.QJ4.5432", "1NT"),
        ("1S X 2S", "32.KJ32.54.KJ432", "X"),
        ("1D 1S P", "Q32.K432.54.Q432", "2S"),
        ("1D 1S P", "Q432.A432.A4.432", "2D"),
        ("1D 1S P", "32.432.J54.J5432", "P"),
    ],
)
def test_partner_of_an_overcaller_or_doubler_answers(auction: str, cards: str, call: str) -> None:
    assert called(cards, auction) == call


@pytest.mark.parametrize(
    ("auction", "cards", "call"),
    [
        ("1D X P", "T76.J98.KT63.976", "1H"),
        ("1D 2C P P X P", "8543.QT764.K32.J", "2H"),
    ],
    ids=["the cheapest of three-card suits", "the reopening double of an opener"],
)
def test_an_answer_to_a_double_chooses_the_suit(auction: str, cards: str, call: str) -> None:
    assert called(cards, auction) == call


@pytest.mark.parametrize(
    ("auction", "cards", "call"),
    [
        ("1S", "A2.T97642.AK2.32", "P"),
        ("1D", "AK2.K2.32.T97642", "P"),
        ("1C", "T97642.AK2.KQ2.2", "X"),
        ("1S", "A2.QJ7642.AK2.32", "2H"),
    ],
)
def test_six_small_cards_are_no_suit_for_an_overcall(auction: str, cards: str, call: str) -> None:
    assert called(cards, auction) == call


@pytest.mark.parametrize(
    ("auction", "cards", "call"),
    [
        ("1H X P", "AQ32.K32.AQ3.K32", "3NT"),
        ("1H X P", "AQJ32.32.AKQ2.K2", "2H"),
        ("3H X P", "AQJ32.32.AKQ2.K2", "4S"),
        ("1S X 3S", "32.AQJ32.AKQ2.K2", "4H"),
    ],
    ids=["their suit stopped", "a cue-bid", "over a preempt", "over a preemptive raise"],
)
def test_partner_of_a_doubler_does_more_than_answer_with_eighteen_points(
    auction: str, cards: str, call: str
) -> None:
    assert called(cards, auction) == call


@pytest.mark.parametrize("auction", ["1NT 2C", "1H 1S P 2H"])
def test_artificial_calls_over_an_opening_are_alerted(auction: str) -> None:
    assert meaning(auction).alert


@pytest.mark.parametrize(("cards", "call"), [("KQ32.2.AJ32.KQ32", "1S"), ("A432.2.K32.KQJ32", "2C")])
def test_a_doubler_runs_from_a_redouble_after_two_passes(cards: str, call: str) -> None:
    assert called(cards, "1H X XX P P") == call
