"""Tests of the weights of hands by calls and cards: the inferences of the textbooks."""

from __future__ import annotations

from math import exp

import pytest

from bots.bridge.bidding.bidder import Bidder
from bots.bridge.bidding.system import SAYC
from bots.bridge.sampler.bits import NOTHING, Hands, held
from bots.bridge.sampler.carding import STANDARD
from bots.bridge.sampler.evidence import AGREED, GUESSED, Evidence, Played, Trust
from bots.bridge.sampler.opening import Auctioned
from protocol.v1.bridge import SEATS, Call, Seat, Vulnerability, parse_hand
from protocol.v1.cards import Card

NORTH, EAST, SOUTH, WEST = SEATS
SILENT = Bidder(SAYC).constraints(Seat.NORTH, Vulnerability.NONE, ())


def weight(
    plays: str,
    east: str = "...",
    west: str = "...",
    trumps: int | None = None,
    me: int = SOUTH,
    dummy: str = "...",
) -> float:
    """Return the weight of the unplayed cards of East and West after cards as `W:S4 N:S2`; South declares.

    `me` sees the own hand, which is empty if it is a defender's.
    """
    defending = AGREED if me in (EAST, WEST) else GUESSED
    trusts = GUESSED, defending, GUESSED, defending
    unseen = tuple(seat for seat in (EAST, WEST) if seat is not me)
    known: Hands = (held(parse_hand(dummy)), NOTHING, NOTHING, NOTHING)
    cards = tuple((int("NESW".index(each[0])), Card(each[2:]).deck_index) for each in plays.split())
    facts = Played(cards, unseen, SOUTH, trumps, Auctioned(trumps, 3), STANDARD, known, trusts)
    hands: Hands = (NOTHING, held(parse_hand(east)), NOTHING, held(parse_hand(west)))
    return exp(Evidence(SILENT, facts).weigh(hands))


def test_third_hand_plays_the_cheapest_of_equals_so_the_queen_denies_the_jack() -> None:
    plays = "W:S4 N:S2 E:SQ"
    assert weight(plays, east="J7...") < 0.6 * weight(plays, east="K7...")


def test_third_hand_that_does_not_beat_dummy_cannot() -> None:
    plays = "W:S4 N:S9 E:S3"
    assert weight(plays, east="K7...") < 0.7 * weight(plays, east="87...")


def test_an_honour_that_falls_comes_from_a_singleton_twice_as_often_as_from_two_equals() -> None:
    """Restricted choice: with the queen and the jack, East would have played the jack half of the time."""
    plays = "W:H2 N:H3 E:H4 S:H9 S:S3 W:S2 N:SA E:SQ"
    both, alone = weight(plays, east="J.876.."), weight(plays, east=".8765..")
    assert both == pytest.approx(alone / 2)


def test_the_lead_of_an_honour_denies_the_next_higher_card() -> None:
    plays = "W:H2 N:H3 E:H4 S:HA S:D2 W:DA N:D3 E:D4 W:SQ"
    assert weight(plays, west="K85...") < 0.6 * weight(plays, west="J85...")


def test_the_opening_lead_of_a_small_card_is_the_fourth_best() -> None:
    plays = "W:S4"
    fourth = weight(plays, west="KJ7.Q73.J52.T94")
    fifth = weight(plays, west="KJ76.Q73.J5.T94")
    assert fifth < 0.5 * fourth


def test_the_opening_lead_comes_from_the_longest_suit_rather_than_a_short_one() -> None:
    plays = "W:S4"
    assert weight(plays, west=".KQ9863.J52.T94") < weight(plays, west="KJ7.Q73.J52.T94")


def test_partners_count_and_attitude_are_read() -> None:
    declarer_leads = "W:H2 N:H3 E:H4 S:HA S:S3 W:S2 N:SA E:S9"
    assert weight(declarer_leads, east="642...", me=WEST) > weight(declarer_leads, east="62...", me=WEST)
    partner_leads = "W:SA N:S3 E:S9"
    assert weight(partner_leads, east="Q62...", me=WEST) > weight(partner_leads, east="862...", me=WEST)


def test_the_card_that_partner_returns_for_a_ruff_tells_of_a_side_suit() -> None:
    """West is out of spades; the nine asks for diamonds, the two for clubs."""
    led = "W:S8 N:S5 E:SA S:S4 E:{}"
    diamonds, clubs = "T63.K7.A75.865", "T63.K7.865.A75"
    for card, wanted, other in (("S9", diamonds, clubs), ("S2", clubs, diamonds)):
        plays = led.format(card)
        asked = weight(plays, east=wanted, trumps=2, me=WEST)
        assert weight(plays, east=other, trumps=2, me=WEST) < 0.6 * asked


def test_partners_card_tells_of_a_side_suit_when_dummy_has_no_more_of_the_suit() -> None:
    plays = "W:SA N:S5 E:S9"
    diamonds, clubs = "QT32.4.A73.8654", "QT32.4.973.AQ54"
    asked, other = (weight(plays, east=east, trumps=2, me=WEST) for east in (diamonds, clubs))
    assert other < 0.6 * asked
    more = (weight(plays, east=east, trumps=2, me=WEST, dummy="76...") for east in (diamonds, clubs))
    assert next(more) == pytest.approx(next(more))


def test_signals_of_opponents_count_less_than_those_of_partner() -> None:
    plays = "W:SA N:S3 E:S9"
    doubt = weight(plays, east="862...", me=WEST) / weight(plays, east="Q62...", me=WEST)
    doubt_of_opponents = weight(plays, east="862...") / weight(plays, east="Q62...")
    assert doubt < doubt_of_opponents < 1


def doubt_of_a_weak_notrump(trust: Trust) -> float:
    """Return the weight of 6 points for the hand that opened 1NT, in shares of the weight of 16 points."""
    calls = (Call.PASS, Call.ONE_NOTRUMP, Call.PASS, Call.PASS, Call.PASS)
    constraints = Bidder(SAYC).constraints(NORTH, Vulnerability.NONE, calls)
    known: Hands = (NOTHING, NOTHING, NOTHING, NOTHING)
    trusts = trust, trust, trust, trust
    facts = Played((), (EAST, WEST), EAST, None, Auctioned(None, 1), STANDARD, known, trusts)
    evidence = Evidence(constraints, facts)

    def weighed(east: str) -> float:
        hands: Hands = (NOTHING, held(parse_hand(east)), NOTHING, held(parse_hand("765.765.765.7654")))
        return exp(evidence.weigh(hands))

    return weighed("985.A95.KJ6.9832") / weighed("AK5.A95.KJ6.Q932")


def test_a_hand_that_does_not_make_the_calls_is_unlikely_but_not_impossible() -> None:
    assert 0 < doubt_of_a_weak_notrump(AGREED) < 0.1


def test_the_calls_tell_less_of_players_whose_rules_are_not_known() -> None:
    assert doubt_of_a_weak_notrump(AGREED) < 0.5 * doubt_of_a_weak_notrump(GUESSED) < 0.5
