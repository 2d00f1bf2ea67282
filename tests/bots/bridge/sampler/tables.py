"""Positions for the tests of the sampler's card play."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from bots.bridge.bidding.system import SAYC
from bots.bridge.robot.memory import Memory
from bots.bridge.robot.table import Seen, seen
from bots.bridge.sampler.effort import Effort
from bots.bridge.sampler.play import choose_card
from bots.bridge.sampler.search import Reading
from bots.bridge.view import BridgeView
from bots.thinking import Think
from protocol.v1.bridge import SEATS, BridgeOwn, Seat, format_hand, parse_hand
from protocol.v1.cards import DECK
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.bots.bridge.robot.auctions import board, view_of

T = TypeVar("T")

READINGS = (Reading(SAYC.name, agreed=True), Reading(SAYC.name, agreed=True))
SOME = Effort(60, 400_000, 800_000)


async def at_once(question: Callable[[], T], /) -> T | None:
    """Search in this thread, so that the time of a decision includes the search."""
    return question()


async def never(question: Callable[[], T], /) -> T | None:
    """Answer as a full queue does."""
    return None


def deal_with(north: str, east: str, south: str) -> BridgeState:
    """Return a board on which West has the rest of the cards, and South deals."""
    shown = {card for hand in (north, east, south) for card in parse_hand(hand)}
    west = format_hand(tuple(card for card in DECK if card not in shown))
    return board(north, east, south, west, Seat.SOUTH)


def view_on_turn(state: BridgeState) -> tuple[BridgeView, BridgeOwn]:
    """Return the view of the player that is to act."""
    view = view_of(state, SEATS[BRIDGE.to_act(state)[0]])
    assert view.own is not None
    return view, view.own


def facts_of(state: BridgeState) -> Seen:
    """Return the facts of the player that is to play a card."""
    view, own = view_on_turn(state)
    memory = Memory()
    memory.see(view.pub)
    return seen(view.pub, own, memory)


def card(state: BridgeState, effort: Effort = SOME, seed: int = 1, think: Think = at_once) -> str:
    """Return the card that the sampler plays."""
    view, own = view_on_turn(state)
    return asyncio.run(choose_card(view.pub, own, READINGS, effort, seed, think)).value
