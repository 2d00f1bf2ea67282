"""The return of a bridge board to an earlier position when calls or cards are taken back."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from protocol.v1.bridge import Undone
from protocol.v1.bridge.views import Ruled
from server.games.bridge import moves
from server.games.bridge.conduct import alerts
from server.games.bridge.state import BridgeState


def rewound(state: BridgeState, calls: int, cards: int, event: Undone | Ruled) -> BridgeState:
    """Return the board with only its first `calls` calls and its first `cards` played cards.

    All pending and refused undo requests of the board are forgotten. A remark about a call that was taken
    back is marked as withdrawn; only the director still sees this remark.
    """
    deal = state.deal
    assert deal is not None, "expected a board with cards, got a board before its deal"
    line = replace(
        state,
        phase="auction",
        turn=deal.dealer,
        hands=deal.hands,
        calls=(),
        contract=None,
        plays=(),
        tricks=(0, 0),
        times=state.times[:1],
        claim=None,
        claimed=False,
        adjusted=None,
        undos=(),
        denied=(),
        face_down=UNSET,
    )
    for call, at_ms in zip(state.calls[:calls], state.times[1:], strict=False):
        line = moves.called(line, call, at_ms)
    for play, at_ms in zip(state.plays[:cards], state.times[1 + len(state.calls) :], strict=False):
        line = moves.played(line, play.card, at_ms)
    return replace(
        line, rewinds=state.rewinds + 1, call_remarks=alerts.withdrawn(state.call_remarks, calls), event=event
    )
