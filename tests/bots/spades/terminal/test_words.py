"""The state of a hand of Spades in words: what is due, by which seat, and how far the hand has come."""

from __future__ import annotations

from random import Random

from bots.spades.terminal.words import headline, midway_words, standing
from protocol.v1.spades import Bid, MakeBid, Options
from server.games.spades.rules import SPADES
from server.games.spades.state import SpadesState


def dealt(**options: object) -> SpadesState:
    """Return a hand after its deal."""
    state = SPADES.start(Options(**options))
    return SPADES.apply(state, None, SPADES.chance(state, Random(1)))


def after_bids(state: SpadesState, count: int) -> SpadesState:
    """Return a hand after this many bids of three tricks."""
    for _ in range(count):
        state = SPADES.apply(state, SPADES.to_act(state)[0], MakeBid(Bid(3)))
    return state


def test_a_table_without_cards_waits_for_its_players() -> None:
    assert standing(SPADES.pub(SPADES.start(Options()))) == "The cards will be dealt when every seat is taken"


def test_the_headline_has_the_dealer_and_the_end_of_the_game() -> None:
    assert headline(SPADES.pub(dealt(target=300, floor=-100))) == "Hand 1, dealer North, to 300 or -100"
    assert (
        headline(SPADES.pub(dealt(target=0, floor=0, rounds=4))) == "Hand 1, dealer North, no target, 4 hands"
    )


def test_the_seat_on_turn_is_to_bid_and_then_to_play() -> None:
    state = dealt()
    assert standing(SPADES.pub(state)) == "East is to bid"
    assert midway_words(SPADES.pub(state)) == ""
    assert midway_words(SPADES.pub(after_bids(state, 1))) == "A hand is being bid: 1 bid made"
    playing = after_bids(state, 4)
    assert standing(SPADES.pub(playing)) == "East is to play; spades are not broken"
    assert midway_words(SPADES.pub(playing)) == "A hand is being played: 0 tricks done"


def test_the_second_partner_states_the_total_of_the_side() -> None:
    state = after_bids(dealt(preset="seed"), 2)
    assert standing(SPADES.pub(state)) == "West is to bid, the total of East-West"
