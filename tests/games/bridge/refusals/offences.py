"""Offences against the Laws, and the assertion that they have no effect."""

from __future__ import annotations

import msgspec

from protocol.v1.bridge import SEATS, Action
from server.games.base import Seated
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.games.bridge.deals import auction, play, refused, seat


def encoded_views(state: BridgeState) -> list[bytes]:
    """Return the views of all players and of the public."""
    views = [BRIDGE.pub(state), *(BRIDGE.own(state, Seated(each)) for each in SEATS)]
    return [msgspec.msgpack.encode(view) for view in views]


def assert_refused(state: BridgeState, by: str, offence: Action, *says: str) -> None:
    """Assert that the action is refused with this reason and changes no view and no decision."""
    before, choices = encoded_views(state), [BRIDGE.legal_actions(state, each) for each in SEATS]
    for words in says:
        with refused(words):
            BRIDGE.apply(state, seat(by), offence)
    assert encoded_views(state) == before
    assert [BRIDGE.legal_actions(state, each) for each in SEATS] == choices


def declared() -> BridgeState:
    """Return a board with South as declarer in 1NT and West to lead."""
    return auction("1NT P P P", dealer="S")


def after_opening_lead() -> BridgeState:
    """Return a board on which West has led a spade against South's 1NT and dummy, North, is to play."""
    return play(declared(), "S8")
