"""Boards, auctions and cards in a bridge player's own notation, for the tests of the rules."""

from __future__ import annotations

import re
from typing import Any

import pytest

from protocol.v1.bridge import (
    Action,
    BridgeOwn,
    Call,
    Deal,
    MakeCall,
    Options,
    PlayCard,
    Seat,
    Vulnerability,
    format_hand,
    parse_hand,
)
from protocol.v1.cards import Card
from server.errors import IllegalAction
from server.games.base import Seated
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState

EXAMPLE = "N:AQ52.K64.QJ3.T98 KJ9.QT9.8742.K53 T64.AJ87.AK5.AQ7 873.532.T96.J642"
"""A quiet deal, for tests in which the cards do not matter."""

ONE_SUIT_EACH = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
"""North has the spades, East the hearts, South the diamonds, West the clubs: nobody can ever follow."""


def seat(letter: str) -> Seat:
    """The seat of a letter: N, E, S or W."""
    return Seat("NESW".index(letter))


def deal(pbn: str = EXAMPLE, dealer: str = "N", vulnerable: str = "None", board: int = 1) -> Deal:
    """A board from PBN's deal: the seat of the first hand, a colon, four hands clockwise."""
    first, hands = pbn.split(":")
    clockwise = [parse_hand(hand) for hand in hands.split()]
    north, east, south, west = (clockwise[(place - seat(first)) % 4] for place in range(4))
    return Deal(board, seat(dealer), Vulnerability(vulnerable), (north, east, south, west))


def dealt(pbn: str = EXAMPLE, dealer: str = "N", vulnerable: str = "None", **options: Any) -> BridgeState:
    """A board whose dealer is to call."""
    return BRIDGE.apply(BRIDGE.start(Options(**options)), None, deal(pbn, dealer, vulnerable))


def auction(
    calls: str, dealer: str = "N", pbn: str = EXAMPLE, vulnerable: str = "None", **options: Any
) -> BridgeState:
    """The board after these calls, each by the player in turn: `auction("1NT P P P")`."""
    return call(dealt(pbn, dealer, vulnerable, **options), calls)


def call(state: BridgeState, calls: str, by: str | None = None) -> BridgeState:
    """The board after more calls, by the players in turn unless `by` names who makes them."""
    for text in calls.split():
        state = BRIDGE.apply(state, BRIDGE.to_act(state)[0] if by is None else seat(by), MakeCall(Call(text)))
    return state


def play(state: BridgeState, cards: str, by: str | None = None) -> BridgeState:
    """The board after these cards, suit then rank, by whoever plays for the hand in turn."""
    for text in cards.split():
        state = BRIDGE.apply(state, BRIDGE.to_act(state)[0] if by is None else seat(by), PlayCard(Card(text)))
    return state


def act(state: BridgeState, letter: str, action: Action, at_ms: int = 0) -> BridgeState:
    """The board after something that the player of a seat does."""
    return BRIDGE.apply(state, seat(letter), action, at_ms)


def own(state: BridgeState, letter: str) -> BridgeOwn:
    """What the player of a seat knows beyond the public."""
    known = BRIDGE.own(state, Seated(seat(letter)))
    assert known is not None
    return known


def play_on(state: BridgeState) -> BridgeState:
    """The board played to its end, always the first card that is legal."""
    while BRIDGE.to_act(state):
        actor = BRIDGE.to_act(state)[0]
        state = BRIDGE.apply(state, actor, BRIDGE.legal_actions(state, actor)[0])
    return state


def to_act(state: BridgeState) -> str:
    """The letters of the seats that must act, "" when nobody must."""
    return "".join(each.letter for each in BRIDGE.to_act(state))


def may_call(state: BridgeState) -> str:
    """The calls that the player in turn may make, in ascending order."""
    return " ".join(action.call for action in BRIDGE.legal_actions(state, BRIDGE.to_act(state)[0]))


def may_play(state: BridgeState) -> str:
    """The cards that may be played to the trick, as the hand in turn holds them."""
    return " ".join(action.card for action in BRIDGE.legal_actions(state, BRIDGE.to_act(state)[0]))


def holds(state: BridgeState, letter: str) -> str:
    """The cards that a seat still holds, as PBN writes a hand."""
    return format_hand(state.hands[seat(letter)])


def contract_of(state: BridgeState) -> str:
    """The contract and who declares it: `3NTX by S`."""
    assert state.contract is not None, "no contract yet"
    return f"{state.contract} by {state.contract.declarer.letter}"


def refused(reason: str) -> pytest.RaisesExc[IllegalAction]:
    """For a `with`: what happens inside is refused, and the refusal says `reason`."""
    return pytest.raises(IllegalAction, match=re.escape(reason))
