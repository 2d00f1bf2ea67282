"""Tests of the queries of a hand of Spades that need no rules."""

from __future__ import annotations

from protocol.v1.spades import Keep
from tests.games.spades.hands import act, at_random, cards, dealt, own, play, say

BIDS = "3 3 3 3"


def test_the_trick_in_progress_holds_the_cards_since_the_last_complete_trick() -> None:
    hand = say(dealt(), BIDS)
    assert hand.trick == ()
    begun = play(hand, "CA C7 CQ")
    assert begun.trick == cards("CA C7 CQ")
    assert play(begun, "C8").trick == ()
    assert play(begun, "C8 HQ").trick == cards("HQ")


def test_every_kept_card_is_one_draw() -> None:
    state = at_random(players=2)
    assert state.draws == 0
    drawn = own(state, 1).drawn
    assert drawn is not None
    assert act(state, Keep(drawn[0])).draws == 1
