"""A robot remembers the calls and cards that its view no longer shows (Laws 41B and 66)."""

from __future__ import annotations

from bots.plain_bot import PlainBot
from protocol.v1.bridge import Claim, Options, PlayCard, Seat, Vote
from server.games.bridge.rules import BRIDGE
from tests.bots.bridge.robot.auctions import view_of
from tests.bots.bridge.robot.claimed_boards import FINESSE, answer_of, most, play_down, playing, vote


def test_a_robot_remembers_tricks_that_its_view_no_longer_shows() -> None:
    options = Options(look_back="law", review=False)
    state = play_down(playing(FINESSE, "1NT P 3NT P P P", "SJ", options), 9)
    best = most(state, 4)
    remembers = PlainBot()
    replayed = playing(FINESSE, "1NT P 3NT P P P", "SJ", options)
    for play in state.plays[1:]:
        remembers.seen(view_of(replayed, Seat.WEST))
        replayed = BRIDGE.apply(replayed, BRIDGE.to_act(replayed)[0], PlayCard(play.card))
    remembers.seen(view_of(replayed, Seat.WEST))
    for claimed in range(5):
        claim = BRIDGE.apply(state, Seat.SOUTH, Claim(claimed))
        assert answer_of(remembers, view_of(claim, Seat.WEST)) == Vote(accept=claimed <= best)
    assert not vote(BRIDGE.apply(state, Seat.SOUTH, Claim(4)), Seat.WEST)
