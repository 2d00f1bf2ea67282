"""What games need: trumps and stoppers."""

from __future__ import annotations

from bots.bridge.bidding.games import stoppers_needed, trumps_needed
from bots.bridge.bidding.hand_facts import DIAMONDS, HEARTS, SPADES
from bots.bridge.bidding.promises import Stopper
from tests.bots.bridge.bidding.test_auction import auction


def test_eight_trumps_are_needed_or_a_long_suit_if_partner_has_shown_nothing_there() -> None:
    state = auction("1S P")
    assert trumps_needed(state, SPADES) == 3
    assert trumps_needed(state, HEARTS) == 7


def test_a_notrump_bid_needs_stoppers_in_the_suits_of_the_opponents() -> None:
    assert stoppers_needed(auction("1S 2D")) == (Stopper(DIAMONDS),)
    assert stoppers_needed(auction("1NT 2D")) == ()
