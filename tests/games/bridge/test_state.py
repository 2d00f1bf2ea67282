"""Tests of the queries of a board that need no rules: the seat that acts, dummy, and the tricks left."""

from __future__ import annotations

from protocol.v1.bridge import Claim, Seat
from server.games.bridge.state import BridgeState
from tests.games.bridge.deals import act, auction, dealt, play, play_on

DECLARED = "P P 1NT P P P"


def test_in_the_auction_the_player_in_turn_acts() -> None:
    assert dealt(dealer="E").actor is Seat.EAST
    assert BridgeState().actor is None


def test_declarer_acts_when_dummys_hand_is_in_turn() -> None:
    led = play(auction(DECLARED), "S8")
    assert (led.turn, led.actor) == (Seat.NORTH, Seat.SOUTH)
    followed = play(led, "S2")
    assert (followed.turn, followed.actor) == (Seat.EAST, Seat.EAST)


def test_no_seat_calls_or_plays_while_a_claim_is_on_the_table() -> None:
    claimed = act(play(auction(DECLARED), "S8"), "S", Claim(3))
    assert claimed.turn is Seat.NORTH
    assert claimed.actor is None


def test_dummys_hand_is_faced_by_the_opening_lead() -> None:
    assert auction(DECLARED).dummy is None
    assert play(auction(DECLARED), "S8").dummy is Seat.NORTH


def test_a_trick_is_left_until_its_fourth_card() -> None:
    state = play(auction(DECLARED), "S8 S2 SJ")
    assert state.left == 13
    assert play(state, "S4").left == 12
    assert play_on(state).left == 0
