"""What is asked about the next calls depends on the auction, and on no hand and no word of a player."""

from __future__ import annotations

from random import Random

import pytest

from protocol.v1.bridge import Call, MakeCall, Options
from server.games.bridge.rules import BRIDGE
from tests.bots.bridge.robot.auctions import random_board


def test_partner_sits_opposite_and_a_waiting_player_has_none() -> None:
    meanings = BRIDGE.call_meanings
    assert meanings is not None
    assert [meanings.partner(seat) for seat in range(5)] == [2, 3, 0, 1, None]


def test_partners_calls_are_told_only_where_the_options_say_so_and_never_with_screens() -> None:
    meanings, board = BRIDGE.call_meanings, random_board(Random(5))
    assert meanings is not None
    for call in ("1C", "P", "1S", "P", "1NT", "P", "P", "P"):
        actor = board.actor
        assert actor is not None
        board = BRIDGE.apply(board, actor, MakeCall(Call(call)))
    pub = BRIDGE.pub(board)
    opener = pub.dealer
    told = meanings.made(Options(partner_robot=True), pub, opener.partner)
    assert [(made.place, made.call) for made in told] == [(0, "1C"), (4, "1NT")]
    assert [len(made.asked.calls) for made in told] == [0, 4]
    assert told[1].asked == meanings.asked(told[1].asked, opener)
    assert [made.call for made in meanings.made(Options(partner_robot=True), pub, opener)] == ["1S", "P"]
    for options in (Options(), Options(partner_robot=True, screens=True)):
        assert meanings.made(options, pub, opener.partner) == ()
    assert meanings.made(Options(partner_robot=True), pub, 4) == ()


@pytest.mark.parametrize("seed", range(4))
def test_what_is_asked_of_the_robot_is_the_same_whatever_cards_are_dealt(seed: int) -> None:
    meanings, rng = BRIDGE.call_meanings, Random(seed)
    assert meanings is not None
    one, other = random_board(rng), random_board(rng)
    assert one.hands != other.hands
    while one.phase == "auction" and len(one.calls) < 20:
        actor = one.actor
        assert actor is not None
        asked = [meanings.asked(BRIDGE.pub(state), actor) for state in (one, other)]
        assert asked[0] == asked[1]
        assert asked[0] is not None and asked[0].hands is None
        assert meanings.asked(BRIDGE.pub(one), actor.lho) is None
        action = MakeCall(
            rng.choice([each.call for each in BRIDGE.legal_actions(one, actor)]), True, "secret"
        )
        one, other = (BRIDGE.apply(state, actor, action) for state in (one, other))
        assert "secret" not in repr(asked)
