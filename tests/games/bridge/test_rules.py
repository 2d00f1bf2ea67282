"""Tests of bridge as one game: deals, turns and expired clocks."""

from __future__ import annotations

from protocol.v1.bridge import Seat
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.games.bridge.deals import auction, deal, dealt, play, refused


def test_only_chance_deals() -> None:
    with refused("only the server deals the cards"):
        BRIDGE.apply(BridgeState(), Seat.NORTH, deal())


def test_running_out_of_time_means_a_pass_or_the_lowest_legal_card() -> None:
    assert BRIDGE.forced(dealt(), Seat.NORTH).call == "P"
    lead = auction("1NT P P P", dealer="S")
    assert BRIDGE.forced(lead, Seat.WEST).card.rank == "2"
    assert BRIDGE.forced(play(lead, "S8"), Seat.SOUTH).card == "S2", "declarer's time runs for dummy's card"
