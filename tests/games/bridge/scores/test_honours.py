"""Tests of honours: the hands that hold them, and the scoring that counts them."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import Honours, Options, parse_hand
from server.games.bridge.scores.honours import honours
from tests.games.bridge.deals import seat
from tests.games.bridge.scores.sheets import FOUR_DEAL, PLAIN_CHICAGO, RUBBER, contract

HANDS = tuple(
    map(
        parse_hand,
        [
            "AKQJ2.A32.432.32",  # North: four of five spade honours
            "T3.KQJT9.A65.A54",  # East: four of five heart honours
            "654.654.T987.987",  # South: nothing
            "987.87.KQJ.KQJT6",  # West: four of five club honours
        ],
    )
)
ACES = tuple(
    map(parse_hand, ["AKQJT.A32.A32.A2", "32.KQJT.KQJT.543", "654.654.654.9876", "987.987.987.KQJT"])
)


def held(name: str, hands: tuple = HANDS, options: Options = RUBBER) -> str:
    """Return the honours as text such as `N 100`, or "" if there are none."""
    found = honours(options, hands, contract(name))
    return "" if found is None else f"{found.seat.letter} {found.points}"


def test_four_of_the_five_trump_honours_in_one_hand_earn_100() -> None:
    assert (held("4S"), held("2H"), held("1C")) == ("N 100", "E 100", "W 100")


def test_all_five_trump_honours_in_one_hand_earn_150() -> None:
    assert held("1S", ACES) == "N 150"


def test_four_aces_in_one_hand_earn_150_at_no_trumps_only() -> None:
    assert held("3NT", ACES) == "N 150"
    assert held("3D", ACES) == "E 100"


def test_three_honours_or_three_aces_earn_nothing() -> None:
    assert held("1D") == ""
    assert held("3NT") == ""


@pytest.mark.parametrize("declarer", "NESW")
def test_any_of_the_four_hands_may_hold_them(declarer: str) -> None:
    assert honours(RUBBER, HANDS, contract("4S", declarer)) == Honours(seat("N"), 100)


def test_honours_in_two_hands_of_a_side_do_not_add_up() -> None:
    split = tuple(map(parse_hand, ["AKQ...", "...", "JT...", "..."]))
    assert held("4S", split) == ""


def test_honours_are_scored_at_rubber_and_four_deal_chicago_only() -> None:
    assert held("4S", options=FOUR_DEAL) == "N 100"
    for options in (PLAIN_CHICAGO, Options(), Options(scoring="total")):
        assert held("4S", options=options) == ""


def test_a_table_may_agree_to_score_no_honours() -> None:
    assert held("4S", options=Options(scoring="rubber", honours=False)) == ""


def test_a_deal_passed_out_has_no_honours() -> None:
    assert honours(RUBBER, ACES, None) is None
