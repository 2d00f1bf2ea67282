"""Audiences of a bridge board, and the own halves of their views."""

from __future__ import annotations

from protocol.v1.bridge import BridgeOwn, Seat
from server.games.base import AllHands, Audience, Commentator, Director, Kibitzer
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState

OFFICIALS = (AllHands(), Director(), Commentator())
ONE_HAND = [Kibitzer(each) for each in Seat]


def own_half(state: BridgeState, audience: Audience) -> BridgeOwn:
    """Return what an audience knows beyond the public half of a view."""
    half = BRIDGE.own(state, audience)
    assert half is not None
    return half
