"""Rules of bidding as data: their words, and the tables in which they are written."""

from __future__ import annotations

import pytest

from bots.bridge.bidding.hand_facts import DIAMONDS, HEARTS, NOTRUMP
from bots.bridge.bidding.rules import LEVEL, ORDER, STRAIN, Force, bid, legal, rule
from protocol.v1.bridge import BIDS, Call


def test_the_words_name_the_agreement_the_promise_and_the_force() -> None:
    stayman = rule("2C", "8+ points, 4S", "Stayman", force=Force.ROUND, artificial=True)
    assert stayman.words() == "Stayman, 8+ points, 4♠; forcing"
    assert rule("2D", "5+D", force=Force.GAME).words() == "5+♦; forcing to game"


def test_a_call_that_promises_nothing_new_says_so() -> None:
    assert rule("P").words() == "nothing beyond the earlier calls"


def test_artificial_calls_are_alerted_and_name_no_suit() -> None:
    artificial, natural = rule("2C", artificial=True), rule("2C")
    assert (artificial.alert, artificial.natural) == (True, False)
    assert (natural.alert, natural.natural) == (False, True)
    assert rule("1NT", alerted=True).alert


def test_a_rule_names_the_suit_that_it_agrees() -> None:
    assert rule("2NT", agrees="H").agrees == HEARTS
    assert rule("2NT").agrees is None


@pytest.mark.parametrize("call", BIDS)
def test_a_bid_is_its_level_and_its_strain(call: Call) -> None:
    assert bid(LEVEL[call], STRAIN[call]) is call


def test_passes_and_doubles_have_neither_level_nor_strain() -> None:
    assert (LEVEL[Call.PASS], STRAIN[Call.DOUBLE]) == (0, -1)
    assert Call.REDOUBLE not in ORDER


def test_only_bids_above_the_standing_one_are_legal_and_other_calls_stay() -> None:
    table = [rule("1S"), rule("2D"), rule("2NT"), rule("P"), rule("X")]
    standing = bid(2, DIAMONDS)
    assert [each.call.value for each in legal(table, standing)] == ["2NT", "P", "X"]
    assert [each.call for each in legal(table, None)] == [each.call for each in table]
    assert bid(2, NOTRUMP) is Call.TWO_NOTRUMPS
