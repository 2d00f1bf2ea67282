"""Contract bridge as the registry knows it."""

from __future__ import annotations

from protocol.v1.bridge import Action, BridgeOwn, BridgePub, Call, MakeCall, Options, PlayCard
from protocol.v1.requests import PerBoard
from server.games.base import Game
from server.games.bridge.state import BridgeState, LogAction


def _forced(state: BridgeState, seat: int) -> Action:
    """A pass, or the lowest card that may be played."""
    cards = [action.card for action in state.legal_actions(seat) if isinstance(action, PlayCard)]
    return PlayCard(min(cards, key=lambda card: card.height)) if cards else MakeCall(Call.PASS)


BRIDGE = Game(
    name="bridge",
    revision=1,
    actions=MakeCall | PlayCard,
    log_actions=LogAction,
    options=Options,
    state=BridgeState,
    pub=BridgePub,
    own=BridgeOwn,
    clock=PerBoard(board_ms=450_000),
    seat_names=lambda options: ("North", "East", "South", "West"),
    start=lambda options: BridgeState(options=options, board=options.first_board),
    forced=_forced,
)
