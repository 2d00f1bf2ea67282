"""Overcalls, doubles, two-suited calls and raises in competition."""

from __future__ import annotations

import pytest

from bots.bridge.bidding.system import PRECISION
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
        ("1D", "KJ432.QJ432.4.K2", "2D"),
        ("1H", "KJ432.2.43.AQ432", "2H"),
        ("1S", "2.43.KQ432.AJ432", "2NT"),
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
        ("1C X P 1H P", "KQT9.4.AKJT32.A3", "2D"),
        ("1H 3C P P", "AQJ.AKQ854.J65.2", "X"),
        ("1D P 1S 2H P P", "AK8743.5.A.KQT96", "3C"),
        ("1C 1H 2C P", "A986.T.AK.AQJ953", "2H"),
    ],
    ids=["a strong doubler's suit", "reopening", "a new suit forces to game", "a cue-bid forces to game"],
)
def test_a_strong_hand_bids_on_in_competition(auction: str, cards: str, call: str) -> None:
    assert called(cards, auction) == call


@pytest.mark.parametrize(
    ("auction", "cards", "call"),
    [
        ("1D 3C X P", "K64.T987.AJT5.A4", "4H"),
        ("1H 2NT 3H", "A85.864.A62.QJ93", "4C"),
        ("1D 2H", "A.Q5.98762.KJT75", "3D"),
    ],
    ids=["over a negative double", "with partner's two suits", "over a jump overcall"],
)
def test_a_player_shows_the_fit_in_competition(auction: str, cards: str, call: str) -> None:
    assert called(cards, auction) == call


def test_the_strong_club_bids_its_suit_over_an_overcall() -> None:
    assert called("2.AKJ54.AQ32.K32", "1C 1S P P", PRECISION) == "2H"


@pytest.mark.parametrize(
    ("auction", "cards"),
    [
        ("1C 2S P P X P", "AK932.93.A753.97"),
        ("1D P 1S 2C", "QT5.KJT6.KQT7.Q3"),
        ("1D 2H P", "AK3.8.KT97.QJ982"),
        ("P 1S X 2NT P 4S P P", "Q42.T8.9832.AT54"),
        ("1C P 1H 1S", "K3.K95.Q82.AJ643"),
        ("P 1S 2NT 4S X P P", "J64.AQT75.AQ752."),
    ],
    ids=[
        "for penalties",
        "no reverse without extra strength",
        "no new suit over a weak jump",
        "a double asks only once",
        "no optional double at a low level with two cards",
        "no slam after a game was doubled",
    ],
)
def test_a_player_passes_in_competition(auction: str, cards: str) -> None:
    assert called(cards, auction) == "P"


def test_a_strong_doubler_raises_partners_weak_answer_to_game() -> None:
    assert called("AK93.QT742.AK.K5", "2S X P 3H P") == "4H"


def test_responder_with_an_opening_hand_does_not_pass_an_overcall() -> None:
    assert called("A75.652.KJ2.AQ54", "1D 1H") == "2C"


def test_a_contract_that_cannot_make_is_doubled() -> None:
    assert called("32.AQJ9.A54.K432", "1S 4H") == "X"
    assert "Penalty double" in meaning("1S 4H X").words


@pytest.mark.parametrize(
    ("auction", "cards"),
    [
        ("1C 1S 2H P", "Q985..QJ53.AQT42"),
        ("1H X P", "5432.5432.432.32"),
        ("1D 1S X P", "Q432.K2.AQJ4.Q32"),
        ("1S P 2D P", "AKJ32.KQ2.K2.432"),
    ],
)
def test_a_player_does_not_pass_partners_forcing_call(auction: str, cards: str) -> None:
    assert called(cards, auction) != "P"


@pytest.mark.parametrize("auction", ["1H 2H", "1H 2NT", "1NT 2C", "1H 1S 2S", "1S X 2NT"])
def test_artificial_calls_in_competition_are_alerted(auction: str) -> None:
    assert meaning(auction).alert
