"""A robot bids blind only if a bid after a look at its hand cannot save the game."""

from __future__ import annotations

from typing import Any

from bots.spades.robot.plain import SpadesPlain
from protocol.v1.spades import Bid, MakeBid, Reveal
from server.games.spades.rules import SPADES
from tests.games.spades.hands import dealt, own


def unasked(scores: tuple[int, int], **options: Any) -> tuple[object, ...]:
    """Return the actions of East, the first bidder, before its decision."""
    state = dealt(scores=scores, **options)
    return SpadesPlain().first(SPADES.pub(state), own(state, 1))


def test_it_looks_at_its_hand_though_it_may_bid_blind() -> None:
    assert unasked((200, 50)) == (Reveal(),)
    assert unasked((460, 330)) == (Reveal(),)


def test_it_does_not_look_if_only_a_blind_nil_can_save_the_game() -> None:
    assert unasked((460, 250)) == ()
    state = dealt(scores=(460, 250))
    assert SpadesPlain().choose(SPADES.pub(state), own(state, 1)) == MakeBid(Bid(nil=True, blind=True))


def test_it_looks_if_not_even_a_blind_nil_would_save_the_game() -> None:
    assert unasked((480, 0)) == (Reveal(),)
