"""A bridge board after calls and cards, and its drawing as text."""

from __future__ import annotations

from protocol.v1.bridge import Call, MakeCall, PlayCard
from protocol.v1.cards import Card
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.bots.bridge.robot.auctions import board

HANDS = "AK3.43.AQ43.5432", "QJT.KQJ2.652.J98", "65.A65.KJ7.AKQ76", "98742.T987.T98.T"
DEAL = board(*HANDS)


def after(words: str) -> BridgeState:
    """Return the board after these calls and cards."""
    state = DEAL
    for word in words.split():
        action = MakeCall(Call(word)) if state.contract is None else PlayCard(Card(word))
        state = BRIDGE.apply(state, BRIDGE.to_act(state)[0], action)
    return state
