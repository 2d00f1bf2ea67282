"""Short notations for bridge tests: hands as PBN, an auction as a line of calls, a view of a seat."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bots.bot import Bot
from bots.bridge.robot.bidding import choose_call
from bots.bridge.view import BridgeView
from bots.plain_bot import PlainBot
from protocol.rules.bridge.auction import legal_calls
from protocol.v1.bridge import (
    SEATS,
    BridgeOwn,
    Call,
    Deal,
    MakeCall,
    PlayCard,
    Seat,
    Vulnerability,
    parse_hand,
)
from protocol.v1.cards import Card
from server.games.base import Seated
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState


def called(cards: str, auction: str = "", dealer: Seat | None = None) -> str:
    """Return the plain robot's call with these cards after this auction."""
    calls = tuple(Call(word) for word in auction.split())
    seat = Seat.SOUTH
    dealt_by = Seat((seat - len(calls)) % 4) if dealer is None else dealer
    return choose_call(parse_hand(cards), seat, dealt_by, calls, legal_calls(calls)).value


def board(north: str, east: str, south: str, west: str, dealer: Seat = Seat.NORTH) -> BridgeState:
    """Return a board with these hands."""
    hands = parse_hand(north), parse_hand(east), parse_hand(south), parse_hand(west)
    deal = Deal(board=1, dealer=dealer, vulnerable=Vulnerability.NONE, hands=hands)
    return BRIDGE.apply(BridgeState(), None, deal)


def random_board(rng: Random, number: int = 1) -> BridgeState:
    state = BridgeState(board=number)
    deal = BRIDGE.chance(state, rng)
    assert deal is not None
    return BRIDGE.apply(state, None, deal)


def view_of(state: BridgeState, seat: Seat) -> BridgeView:
    """Return the view of a seat's player."""
    own = BRIDGE.own(state, Seated(seat))
    assert isinstance(own, BridgeOwn)
    return BridgeView(table="t", pub=BRIDGE.pub(state), own=own)


def play_out(state: BridgeState, robots: Sequence[Bot]) -> BridgeState:
    """Return the end of a board that these robots, N E S W, play without a server."""
    while BRIDGE.to_act(state):
        seat = SEATS[BRIDGE.to_act(state)[0]]
        view = view_of(state, seat)
        assert view.own is not None
        action = robots[seat].choose(view, view.own.legal_actions())
        state = BRIDGE.apply(state, seat, action)
    return state


NOTRUMPS = "3NT P P P"
SPADES = "4S P P P"


def after(state: BridgeState, calls: str, cards: str = "") -> BridgeState:
    """Return the board after these calls and cards, each by the seat on turn."""
    for call in calls.split():
        state = BRIDGE.apply(state, BRIDGE.to_act(state)[0], MakeCall(Call(call)))
    for card in cards.split():
        state = BRIDGE.apply(state, BRIDGE.to_act(state)[0], PlayCard(Card(card)))
    return state


def played(state: BridgeState) -> str:
    """Return the card that the plain robot plays now."""
    seat = SEATS[BRIDGE.to_act(state)[0]]
    view = view_of(state, seat)
    assert view.own is not None
    return PlainBot().choose(view, view.own.legal_actions()).card.value
