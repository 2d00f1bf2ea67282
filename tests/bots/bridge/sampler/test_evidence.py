"""Tests of the weights of hands by calls and cards: the inferences of the textbooks."""

from __future__ import annotations

from math import exp

import pytest

from bots.bridge.bidding.bidder import Bidder
from bots.bridge.bidding.system import SAYC
from bots.bridge.sampler.bits import NOTHING, Hands, held
from bots.bridge.sampler.carding import STANDARD
from bots.bridge.sampler.evidence import Evidence, Played
from bots.bridge.sampler.opening import Auctioned
from protocol.v1.bridge import SEATS, Call, Seat, Vulnerability, parse_hand
from protocol.v1.cards import Card

NORTH, EAST, SOUTH, WEST = SEATS
SILENT = Bidder(SAYC).constraints(Seat.NORTH, Vulnerability.NONE, ())


def weight(
    plays: str, east: str = "...", west: str = "...", trumps: int | None = None, me: int = SOUTH
) -> float:
    """Return the weight of the unplayed cards of East and West after cards as `W:S4 N:S2`; South declares."""
    cards = tuple((int("NESW".index(each[0])), Card(each[2:]).deck_index) for each in plays.split())
    facts = Played(cards, (EAST, WEST), me, SOUTH, trumps, Auctioned(trumps, 3), STANDARD)
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


def test_signals_of_opponents_count_less_than_those_of_partner() -> None:
    plays = "W:SA N:S3 E:S9"
    doubt = weight(plays, east="862...", me=WEST) / weight(plays, east="Q62...", me=WEST)
    doubt_of_opponents = weight(plays, east="862...") / weight(plays, east="Q62...")
    assert doubt < doubt_of_opponents < 1


def test_a_hand_that_does_not_make_the_calls_is_unlikely_but_not_impossible() -> None:
    calls = (Call.PASS, Call.ONE_NOTRUMP, Call.PASS, Call.PASS, Call.PASS)
    constraints = Bidder(SAYC).constraints(NORTH, Vulnerability.NONE, calls)
    facts = Played((), (EAST, WEST), SOUTH, EAST, None, Auctioned(None, 1), STANDARD)

    def fit(east: str) -> float:
        hands: Hands = (NOTHING, held(parse_hand(east)), NOTHING, held(parse_hand("765.765.765.7654")))
        return exp(Evidence(constraints, facts).weigh(hands))

    strong, weak = fit("AK5.A95.KJ6.Q932"), fit("985.A95.KJ6.9832")
    assert 0 < weak < 0.2 * strong
