"""Boards, auctions and cards in the notation of bridge players, for tests of the rules."""

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
"""A deal in which no hand can follow: North has the spades, East hearts, South diamonds, West clubs."""


def seat(letter: str) -> Seat:
    """Return the seat of a letter: N, E, S or W."""
    return Seat("NESW".index(letter))


def deal(pbn: str = EXAMPLE, dealer: str = "N", vulnerable: str = "None", board: int = 1) -> Deal:
    """Return a board from a PBN deal: the seat of the first hand, a colon, and four hands clockwise."""
    first, hands = pbn.split(":")
    clockwise = [parse_hand(hand) for hand in hands.split()]
    north, east, south, west = (clockwise[(place - seat(first)) % 4] for place in range(4))
    return Deal(board, seat(dealer), Vulnerability(vulnerable), (north, east, south, west))


def dealt(pbn: str = EXAMPLE, dealer: str = "N", vulnerable: str = "None", **options: Any) -> BridgeState:
    """Return a board after its deal, with the dealer in turn to call."""
    return BRIDGE.apply(BRIDGE.start(Options(**options)), None, deal(pbn, dealer, vulnerable))


def auction(
    calls: str, dealer: str = "N", pbn: str = EXAMPLE, vulnerable: str = "None", **options: Any
) -> BridgeState:
    """Return the board after these calls, each by the player in turn: `auction("1NT P P P")`."""
    return call(dealt(pbn, dealer, vulnerable, **options), calls)


def call(state: BridgeState, calls: str, by: str | None = None) -> BridgeState:
    """Return the board after more calls, by the players in turn or, with `by`, by that player."""
    for text in calls.split():
        state = BRIDGE.apply(state, BRIDGE.to_act(state)[0] if by is None else seat(by), MakeCall(Call(text)))
    return state


def play(state: BridgeState, cards: str, by: str | None = None) -> BridgeState:
    """Return the board after these cards, suit then rank, each played for the hand in turn."""
    for text in cards.split():
        state = BRIDGE.apply(state, BRIDGE.to_act(state)[0] if by is None else seat(by), PlayCard(Card(text)))
    return state


def act(state: BridgeState, letter: str, action: Action, at_ms: int = 0) -> BridgeState:
    """Return the board after an action of the player of a seat."""
    return BRIDGE.apply(state, seat(letter), action, at_ms)


def own(state: BridgeState, letter: str) -> BridgeOwn:
    """Return the own half of the view of a seat's player."""
    known = BRIDGE.own(state, Seated(seat(letter)))
    assert known is not None
    return known


def play_on(state: BridgeState) -> BridgeState:
    """Return the board played to its end, with the first legal card each time."""
    while BRIDGE.to_act(state):
        actor = BRIDGE.to_act(state)[0]
        state = BRIDGE.apply(state, actor, BRIDGE.legal_actions(state, actor)[0])
    return state


def to_act(state: BridgeState) -> str:
    """Return the letters of the seats that must act, "" if there are none."""
    return "".join(each.letter for each in BRIDGE.to_act(state))


def may_call(state: BridgeState) -> str:
    """Return the calls that the player in turn may make, in ascending order."""
    return " ".join(action.call for action in BRIDGE.legal_actions(state, BRIDGE.to_act(state)[0]))


def may_play(state: BridgeState) -> str:
    """Return the cards that the hand in turn may play to the trick."""
    return " ".join(action.card for action in BRIDGE.legal_actions(state, BRIDGE.to_act(state)[0]))


def holds(state: BridgeState, letter: str) -> str:
    """Return the cards that a seat still holds, in PBN notation."""
    return format_hand(state.hands[seat(letter)])


def contract_of(state: BridgeState) -> str:
    """Return the contract and its declarer, such as `3NTX by S`."""
    assert state.contract is not None, "no contract yet"
    return f"{state.contract} by {state.contract.declarer.letter}"


def refused(reason: str) -> pytest.RaisesExc[IllegalAction]:
    """Assert that the `with` block raises IllegalAction with `reason` in its text."""
    return pytest.raises(IllegalAction, match=re.escape(reason))
