"""Competition after both sides have bid: raises, doubles and their answers."""

from __future__ import annotations

import pytest

from tests.bots.bridge.bidding.tables import called, meaning


@pytest.mark.parametrize(
    ("auction", "cards", "call"),
    [
        ("1C X P 1H P", "KQT9.4.AKJT32.A3", "2D"),
        ("1H 3C P P", "AQJ.AKQ854.J65.2", "X"),
        ("1D P 1S 2H P P", "AK8743.5.A.KQT96", "3C"),
        ("1C 1H 2C P", "A986.T.AK.AQJ953", "2H"),
        ("1D X 2D P P", "AKJT985.AQ2.32.A", "2S"),
        ("1C X 1H 2D 2H", "AKJT985.32.A2.K2", "2S"),
        ("1S X P 2H P", "32.AQ2.AKQ3.AK32", "2S"),
        ("1D X 2D 2H 3D", "AKQ2.AQ2.43.AK32", "X"),
        ("P 1S 2S P 3H", "AKQJ42.762.Q9.A5", "3S"),
    ],
    ids=[
        "a strong doubler's suit",
        "reopening",
        "a new suit forces to game",
        "a cue-bid forces to game",
        "a doubler's seven cards",
        "a doubler's seven cards over a raise",
        "a doubler with 20 over partner's two hearts",
        "a doubler with 22 over partner's two hearts and three diamonds",
        "a good suit at the three level",
    ],
)
def test_a_strong_hand_bids_on_in_competition(auction: str, cards: str, call: str) -> None:
    assert called(cards, auction) == call


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


@pytest.mark.parametrize(
    ("cards", "call"),
    [("654.KJ875.43.Q54", "4H"), ("654.J8754.43.Q54", "3H"), ("KT4.J875.543.A54", "3NT")],
    ids=["some strength", "a minimum", "their suit stopped"],
)
def test_partner_of_a_strong_doubler_answers_the_cue_bid(cards: str, call: str) -> None:
    assert "Strong hand" in meaning("1S X P 2H P 2S").words
    assert called(cards, "1S X P 2H P 2S P") == call


@pytest.mark.parametrize("auction", ["1S 2H 4S", "1H 4S", "1H 1S 4H 4S P P"])
def test_ten_trumps_with_a_second_suit_and_shortness_bid_over_four_spades(auction: str) -> None:
    assert called("2.KJ432.AJ5432.3", auction) == "5H"


@pytest.mark.parametrize("auction", ["1H 2S 3NT P", "1D 1S 2H P 3NT P", "1H 2C 3NT P"])
def test_eight_cards_in_a_major_do_not_leave_partner_in_three_notrumps(auction: str) -> None:
    assert called("2.KQJT9853.A2.K2", auction) == "4H"
    assert called("2.KQJT98.A32.K32", auction) == "P"


def test_a_strong_doubler_raises_partners_weak_answer_to_game() -> None:
    assert called("AK93.QT742.AK.K5", "2S X P 3H P") == "4H"


@pytest.mark.parametrize(
    ("cards", "call"),
    [
        ("KQ32.AQ654.K2.32", "X"),
        ("QJ2.AQ654.K2.K32", "X"),
        ("432.AQ654.K2.KQ2", "P"),
        ("2.AKQ54.AKQ2.K32", "X"),
    ],
    ids=["four trumps", "two trump honours", "three small trumps", "far too much strength"],
)
def test_a_game_is_doubled_with_tricks_in_trumps_or_a_safe_margin(cards: str, call: str) -> None:
    assert called(cards, "1H 1S 2H 4S") == call


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


@pytest.mark.parametrize("auction", ["1C 1NT X P", "1S 3H 4S 5H X P"])
def test_a_penalty_double_is_left_in(auction: str) -> None:
    assert "Penalty double" in meaning(auction.removesuffix(" P")).words
    assert called("AJ32.K32.AJ2.Q32", auction) == "P"


def test_an_optional_double_is_left_in_with_length_in_the_doubled_suit() -> None:
    auction = "1D P 1S 2C X P"
    assert "optional double" in meaning(auction.removesuffix(" P")).words
    assert called("KJ32.432.2.KJT32", auction) == "P"
    assert called("KQJ432.432.Q32.2", auction) == "2S"


def test_a_fit_of_nine_trumps_competes_at_the_three_level() -> None:
    assert called("K432.32.KQ32.432", "1S 2H 2S 3H P P") == "3S"
