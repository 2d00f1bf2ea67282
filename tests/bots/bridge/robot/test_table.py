"""A player on turn knows the visible cards, and a card without a higher unseen one is a master."""

from __future__ import annotations

import pytest

from bots.bridge.robot.memory import Memory
from bots.bridge.robot.table import Seen, highest, lowest, seen, winning
from protocol.v1.bridge import Play, Seat
from protocol.v1.cards import Card, Suit
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.bots.bridge.robot.auctions import after, board, view_of

HANDS = "AK3.43.AQ43.5432", "QJT.KQJ2.652.J98", "65.A65.KJ7.AKQ76", "98742.T987.T98.T"


def knowledge(state: BridgeState, seat: Seat) -> Seen:
    """Return the knowledge of a seat whose card is due."""
    view, memory = view_of(state, seat), Memory()
    memory.see(view.pub)
    assert view.own is not None
    return seen(view.pub, view.own, memory)


def test_declarer_sees_dummy_and_plays_both_hands() -> None:
    state = after(board(*HANDS), "3NT P P P", "HK")
    north = knowledge(state, Seat.NORTH)
    assert north.turn is Seat.SOUTH and len(north.hand) == 13
    assert north.opposite is not None and len(north.unseen) == 52 - 26 - 1
    assert (north.led, north.trumps, north.needed) == (Suit.HEARTS, None, 9)


def test_a_defender_sees_dummy_and_not_partner() -> None:
    state = after(board(*HANDS), "3NT P P P", "HK H5")
    west = knowledge(state, Seat.WEST)
    assert (west.turn, west.opposite, len(west.unseen)) == (Seat.WEST, None, 52 - 13 - 12 - 2)
    assert Card.SA in west.unseen and Card.CA not in west.unseen


def test_a_master_is_the_highest_card_of_its_suit_that_is_not_seen() -> None:
    state = after(board(*HANDS), "3NT P P P", "HK")
    north = knowledge(state, Seat.NORTH)
    assert north.is_master(Card.SA) and north.is_master(Card.SK)
    assert not north.is_master(Card.S3)


def test_a_view_without_a_card_to_play_is_refused() -> None:
    view = view_of(board(*HANDS), Seat.NORTH)
    assert view.own is not None
    with pytest.raises(
        ValueError, match="expected the view of a seat that has to play a card, got a view in phase auction"
    ):
        seen(view.pub, view.own, Memory())


def test_a_trick_is_won_by_its_highest_trump_or_else_by_the_suit_that_was_led() -> None:
    trick = [Play(Seat.EAST, Card.HK), Play(Seat.SOUTH, Card.SA), Play(Seat.WEST, Card.C2)]
    best = [winning(trick, trumps) for trumps in (None, Suit.CLUBS, Suit.SPADES)]
    assert [each and each.card for each in best] == [Card.HK, Card.C2, Card.SA]
    assert winning([], None) is None


def test_cards_of_different_suits_are_compared_by_their_ranks() -> None:
    assert lowest([Card.SA, Card.H2, Card.C9]) is Card.H2
    assert highest([Card.S3, Card.HT, Card.C9]) is Card.HT


def test_every_view_with_a_card_to_play_gives_knowledge_with_legal_cards() -> None:
    state = after(board(*HANDS), "3NT P P P", "HK")
    while BRIDGE.to_act(state):
        actor = BRIDGE.to_act(state)[0]
        known = knowledge(state, actor)
        assert set(known.legal) <= set(known.hand)
        state = BRIDGE.apply(state, actor, BRIDGE.legal_actions(state, actor)[0])
