"""Robots answer claims and refused claims although their author has written no answer."""

from __future__ import annotations

from bots.plain_bot import PlainBot
from protocol.v1.bridge import SEATS, Claim, PlayOn, Seat, Vote
from server.games.bridge.rules import BRIDGE
from tests.bots.bridge.robot.auctions import view_of
from tests.bots.bridge.robot.claimed_boards import TOPS, answer_of, playing


def test_robots_agree_to_play_on_after_a_refused_claim() -> None:
    state = BRIDGE.apply(playing(TOPS, "7NT P P P", "CA"), Seat.SOUTH, Claim(13))
    state = BRIDGE.apply(state, Seat.WEST, Vote(accept=False))
    for seat in SEATS:
        assert answer_of(PlainBot(), view_of(state, seat)) == PlayOn()
        state = BRIDGE.apply(state, seat, PlayOn())
    assert state.phase == "play"
