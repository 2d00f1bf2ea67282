"""Positions for the tests of the sampler's card play."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from bots.bridge.bidding.bidder import Bidder
from bots.bridge.bidding.system import SAYC
from bots.bridge.robot.memory import Memory
from bots.bridge.robot.table import Seen, seen
from bots.bridge.sampler.effort import Effort
from bots.bridge.sampler.play import choose_card
from bots.bridge.view import BridgeView
from bots.thinking import Think
from protocol.v1.bridge import SEATS, BridgeOwn
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.bots.bridge.robot.auctions import view_of

T = TypeVar("T")

BIDDERS = (Bidder(SAYC), Bidder(SAYC))
SOME = Effort(60, 400_000)


async def at_once(question: Callable[[], T], /) -> T | None:
    """Search in this thread, so that the time of a decision includes the search."""
    return question()


async def never(question: Callable[[], T], /) -> T | None:
    """Answer as a full queue does."""
    return None


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
    return asyncio.run(choose_card(view.pub, own, BIDDERS, effort, seed, think)).value
