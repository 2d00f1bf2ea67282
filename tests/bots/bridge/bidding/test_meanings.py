"""The rules of bidding in the fields of the protocol; the writer's test reads them back as tests of hands."""

from __future__ import annotations

from bots.bridge.bidding.bidder import Explanation
from bots.bridge.bidding.meanings import holding_of, meaning_of
from bots.bridge.bidding.promises import parse
from bots.bridge.bidding.rules import Force, rule
from bots.bridge.bidding.writer import held
from protocol.v1.bridge import Meaning
from protocol.v1.bridge.meanings import Agreement, Holding, LongerSuit, Strength, SuitLength
from protocol.v1.cards import Suit


def test_a_rule_becomes_agreement_promise_and_force() -> None:
    transfer = rule("2D", "5+H", "Jacoby transfer to ♥", force=Force.ROUND, artificial=True)
    agreement = Agreement("Jacoby transfer to *", (Suit.HEARTS,))
    five = Holding(lengths=(SuitLength(Suit.HEARTS, 5),))
    assert meaning_of(transfer) == Explanation(transfer).meaning == Meaning((agreement,), five, "round", True)


def test_the_suits_of_an_agreement_stand_in_the_order_of_its_stars() -> None:
    (agreement,) = meaning_of(rule("2NT", "", "Unusual notrump, ♣ and ♥")).agreements
    assert agreement == Agreement("Unusual notrump, * and *", (Suit.CLUBS, Suit.HEARTS))


def test_a_comparison_that_follows_from_the_lengths_is_left_out() -> None:
    lengths = (SuitLength(Suit.SPADES, 5), SuitLength(Suit.HEARTS, 0, 3))
    assert holding_of(parse("5+S, 0-3H, S>H")) == Holding(lengths=lengths)
    longer = (LongerSuit(Suit.SPADES, Suit.DIAMONDS),)
    assert holding_of(parse("5+S, 0-3H, S>=D")) == Holding(lengths=lengths, longer=longer)


def test_two_ways_to_count_the_same_points_are_one_range() -> None:
    assert holding_of(parse("12-18 points | 12-18 hcp")) == Holding((Strength("either", 12, 18),))


def test_a_range_without_any_number_is_no_alternative() -> None:
    assert held(holding_of(parse("12+ hcp, 3C | 19-17 hcp, 4C"))) == "12+ points, three clubs"
