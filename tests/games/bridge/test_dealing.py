"""Tests of the deal of a board (Law 6)."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from protocol.v1.bridge import Options
from protocol.v1.cards import DECK
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.games.bridge.deals import deal, dealt, play_on, refused


def test_chance_deals_thirteen_cards_to_each_hand_and_all_52() -> None:
    drawn = BRIDGE.chance(BridgeState(), Random(7))
    assert drawn is not None
    assert [len(hand) for hand in drawn.hands] == [13] * 4
    assert {card for hand in drawn.hands for card in hand} == set(DECK)


def test_a_deal_with_a_card_twice_is_refused() -> None:
    north, east, south, west = deal().hands
    doubled = replace(deal(), hands=(north, east, (east[0], *south[1:]), west))
    with refused("expected a deal of 52 different cards, thirteen to each hand (Law 6)"):
        BRIDGE.apply(BridgeState(), None, doubled)


def test_a_deal_with_fourteen_cards_in_a_hand_is_refused() -> None:
    north, east, south, west = deal().hands
    uneven = replace(deal(), hands=((*north, east[0]), east[1:], south, west))
    with refused("thirteen to each hand"):
        BRIDGE.apply(BridgeState(), None, uneven)


def test_a_board_is_dealt_once() -> None:
    with refused("the cards of this board are dealt already"):
        BRIDGE.apply(dealt(), None, deal())


def test_a_hand_is_sorted_by_suits() -> None:
    shuffled = replace(deal(), hands=tuple(hand[::-1] for hand in deal().hands))
    assert BRIDGE.apply(BRIDGE.start(Options()), None, shuffled) == dealt()


def test_a_table_of_two_boards_deals_no_third() -> None:
    state = BRIDGE.start(Options(boards=2))
    for _ in range(2):
        state = BRIDGE.carry(play_on(BRIDGE.apply(state, None, BRIDGE.chance(state, Random(2)))))
    assert (BRIDGE.deal_due(state), BRIDGE.chance(state, Random(2)), BRIDGE.to_act(state)) == (
        False,
        None,
        (),
    )
    with refused("all 2 boards of this table are played"):
        BRIDGE.apply(state, None, deal())
