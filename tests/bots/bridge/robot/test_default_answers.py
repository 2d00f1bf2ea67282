"""Robots answer claims and refused claims although their author has written no answer."""

from __future__ import annotations

from bots.plain_bot import PlainBot
from protocol.v1.bridge import SEATS, Claim, NoQuestions, Options, PlayOn, Seat, Vote
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


def test_robots_have_no_questions_before_the_lead_is_turned_up() -> None:
    state = playing(TOPS, "7NT P P P", "CA", Options(face_down_lead=True))
    assert len(BRIDGE.to_act(state)) == 2
    for seat in BRIDGE.to_act(state):
        assert answer_of(PlainBot(), view_of(state, seat)) == NoQuestions()
        state = BRIDGE.apply(state, seat, NoQuestions())
    assert [play.card for play in state.plays] == ["CA"]
