"""An offence against the laws, and that nothing comes of it."""

from __future__ import annotations

import msgspec

from protocol.v1.bridge import SEATS, Action
from server.games.base import Seated
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.games.bridge.deals import auction, play, refused, seat


def seen(state: BridgeState) -> list[bytes]:
    """All that players and public are shown."""
    views = [BRIDGE.pub(state), *(BRIDGE.own(state, Seated(each)) for each in SEATS)]
    return [msgspec.msgpack.encode(view) for view in views]


def assert_refused(state: BridgeState, by: str, offence: Action, *says: str) -> None:
    """The offence is refused, in these words, and nobody's view or choice is another than before."""
    before, choices = seen(state), [BRIDGE.legal_actions(state, each) for each in SEATS]
    for words in says:
        with refused(words):
            BRIDGE.apply(state, seat(by), offence)
    assert seen(state) == before
    assert [BRIDGE.legal_actions(state, each) for each in SEATS] == choices


def declared() -> BridgeState:
    """South declares 1NT, West is to lead."""
    return auction("1NT P P P", dealer="S")


def led() -> BridgeState:
    """West has led a spade against South's 1NT; dummy, North, is to play."""
    return play(declared(), "S8")
