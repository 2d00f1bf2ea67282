"""Tests of the questions: they hold what the player sees, and nothing else."""

from __future__ import annotations

from msgspec.structs import replace

from bots.bridge.sampler.bits import NOTHING, held
from bots.bridge.sampler.questions import auctioned_of, hidden_of, stakes_of
from protocol.v1.bridge import Seat, Tally, parse_hand
from protocol.v1.cards import Card
from tests.bots.bridge.robot.auctions import after, board, view_of
from tests.bots.bridge.sampler.tables import facts_of

HANDS = ("AQ5.AK3.AQ32.432", "T92.J92.JT5.QT97", "J3.QT8.K987.AJ86", "K8764.7654.64.K5")
STATE = board(*HANDS, Seat.SOUTH)
GAME = "1NT P 3NT P P P"


def test_the_leader_sees_one_hand_and_has_39_hidden_cards() -> None:
    facts = facts_of(after(STATE, GAME))
    hidden = hidden_of(facts, Seat.WEST, parse_hand(HANDS[3]))
    assert hidden.rooms == (13, 13, 13, 0)
    assert len(hidden.cards) == 39
    assert hidden.known == (NOTHING, NOTHING, NOTHING, held(parse_hand(HANDS[3])))


def test_declarer_sees_two_hands_and_the_trick() -> None:
    facts = facts_of(after(STATE, GAME, "S6 S5 S9"))
    hidden = hidden_of(facts, Seat.SOUTH, parse_hand(HANDS[2]))
    assert hidden.rooms == (0, 12, 0, 12)
    assert len(hidden.cards) == 24
    assert hidden.played[3] == held([Card.S6])


def test_a_hand_that_does_not_follow_is_void() -> None:
    state = board("AQ5.AK3.AQ32.432", "T92.J92.JT5.QT97", "J3.QT8.K987.AJ86", "K8764.7654.64.K5", Seat.SOUTH)
    facts = facts_of(after(state, GAME, "S6 S5 S9 SJ D7 D4 D2 D5 D8 D6 DQ DT DA DJ D9 S4"))
    hidden = hidden_of(facts, Seat.SOUTH, (Card.S3,))
    assert hidden.voids == (frozenset(), frozenset(), frozenset(), frozenset([1]))


def test_the_suits_of_partner_and_of_the_opponents_are_known_to_the_leader() -> None:
    facts = facts_of(after(STATE, "1C 1S 2D 2H 3NT P P P"))
    auctioned = auctioned_of(facts)
    assert auctioned.trumps is None
    assert auctioned.level == 3
    assert auctioned.partners == {2}
    assert auctioned.theirs == {0, 1}


def test_deals_that_are_added_up_are_played_for_points_and_with_the_part_score() -> None:
    state = after(STATE, GAME)
    view = view_of(state, Seat.WEST)
    assert view.pub.contract is not None
    assert stakes_of(view.pub, view.pub.contract).currency == "imps"
    tally = Tally(1, 1, (0, 0), (0, 0), part=(40, 0))
    stakes = stakes_of(replace(view.pub, tally=tally), view.pub.contract)
    assert (stakes.currency, stakes.part) == ("points", 40)
