"""The interface of the bidder: calls, explanations and constraints come from the same rules."""

from __future__ import annotations

from random import Random

from bots.bridge.bidding.bidder import Bidder
from bots.bridge.bidding.hand_facts import SPADES, facts_of
from bots.bridge.bidding.system import PRECISION, SAYC
from protocol.v1.bridge import SEATS, Call, Seat, Vulnerability, parse_hand
from tests.bots.bridge.bidding.tables import bid_out, calls, deal, meaning

NONE = Vulnerability.NONE


def test_the_explanation_of_an_own_call_is_the_one_that_others_would_give() -> None:
    hand, before = parse_hand("AQ2.KQ42.K54.Q32"), calls("P")
    bidder = Bidder(SAYC)
    choice = bidder.call(hand, Seat.NORTH, NONE, before)
    assert choice.explanation == bidder.explanation(Seat.NORTH, NONE, (*before, choice.call))


def test_a_call_without_a_rule_is_explained_as_such() -> None:
    explanation = meaning("1NT P 7C")
    assert not explanation.ruled
    assert explanation.words == "no agreement covers this call"


def test_constraints_tell_the_ranges_of_every_hand() -> None:
    north, east, south, _ = Bidder(SAYC).constraints(Seat.NORTH, NONE, calls("1NT P 2H"))
    assert (north.ranges.hcp_low, north.ranges.hcp_high) == (15, 17)
    assert south.ranges.shortest[SPADES] == 5
    assert east.ranges.hcp_high == 16


def test_constraints_refuse_a_hand_that_would_have_called_differently() -> None:
    _, _, south, _ = Bidder(SAYC).constraints(Seat.NORTH, NONE, calls("1NT P 3NT"))
    flat, with_a_major = facts_of(parse_hand("K32.A42.K954.J32")), facts_of(parse_hand("KJ32.A42.K954.32"))
    assert south.agreement(flat) == 1.0
    assert south.allow(with_a_major)
    assert south.agreement(with_a_major) < 1.0


def test_a_pass_tells_that_the_hand_had_no_opening() -> None:
    north, *_ = Bidder(SAYC).constraints(Seat.NORTH, NONE, calls("P"))
    assert north.agreement(facts_of(parse_hand("K32.KQ2.Q543.J32"))) == 1.0
    assert north.agreement(facts_of(parse_hand("AK32.KQ2.Q543.J2"))) == 0.0


def test_four_players_end_every_auction_and_the_same_deal_has_the_same_auction() -> None:
    rng = Random("auctions end")
    for number in range(50):
        hands, dealer = deal(rng), SEATS[number % 4]
        made = bid_out(SAYC, hands, dealer, NONE)
        assert [choice.call for _, choice in made[-3:]] == [Call.PASS] * 3
        assert made == bid_out(SAYC, hands, dealer, NONE)


def test_a_natural_club_is_doubled_for_takeout_by_players_of_a_strong_club() -> None:
    hand = parse_hand("AQ32.KQ32.Q432.2")
    against_sayc = Bidder(SAYC, PRECISION)
    choice = against_sayc.call(hand, Seat.NORTH, NONE, calls("1C"))
    assert choice.call is Call.DOUBLE and "Takeout double" in choice.explanation.words
    _, east, _, _ = against_sayc.constraints(Seat.NORTH, NONE, calls("1C X"))
    assert east.allow(facts_of(hand)) and not east.allow(facts_of(parse_hand("32.32.AK432.KQ32")))


def test_a_strong_club_is_read_as_strong_by_players_of_a_natural_club() -> None:
    north, *_ = Bidder(PRECISION, SAYC).constraints(Seat.NORTH, NONE, calls("1C P"))
    assert north.ranges.hcp_low >= 15 and north.ranges.shortest[0] == 0
