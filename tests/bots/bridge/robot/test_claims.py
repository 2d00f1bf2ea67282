"""Tests of votes on claims: robots refuse tricks that declarer cannot win and keep certain tricks."""

from __future__ import annotations

from protocol.v1.bridge import Claim, Seat
from server.games.bridge.rules import BRIDGE
from tests.bots.bridge.robot.claimed_boards import TOPS, playing, vote


def test_defenders_accept_a_claim_of_top_tricks() -> None:
    state = BRIDGE.apply(playing(TOPS, "7D P P P", "CA"), Seat.SOUTH, Claim(13, "trumps"))
    assert vote(state, Seat.WEST)
    assert vote(state, Seat.EAST)


def test_defenders_refuse_a_claim_of_one_trick_too_many() -> None:
    state = BRIDGE.apply(playing(TOPS, "7NT P P P", "CA"), Seat.SOUTH, Claim(1))
    assert not vote(state, Seat.WEST)
    assert not vote(state, Seat.EAST)


def test_a_claim_of_nothing_concedes_and_is_accepted() -> None:
    state = BRIDGE.apply(playing(TOPS, "7NT P P P", "CA"), Seat.SOUTH, Claim(0))
    assert vote(state, Seat.WEST)


def test_declarer_accepts_a_defenders_tricks_and_refuses_more() -> None:
    state = playing(TOPS, "7NT P P P", "CA")
    assert vote(BRIDGE.apply(state, Seat.WEST, Claim(13)), Seat.SOUTH)
    trumps = playing(TOPS, "7D P P P", "CA")
    assert not vote(BRIDGE.apply(trumps, Seat.WEST, Claim(1)), Seat.SOUTH)


def test_a_partner_objects_to_a_concession_of_a_certain_trick() -> None:
    state = BRIDGE.apply(playing(TOPS, "7NT P P P", "CA"), Seat.EAST, Claim(12))
    assert not vote(state, Seat.WEST)


def test_a_partner_accepts_a_concession_of_tricks_that_cannot_be_won() -> None:
    state = BRIDGE.apply(playing(TOPS, "7D P P P", "CA"), Seat.EAST, Claim(0))
    assert vote(state, Seat.WEST)
