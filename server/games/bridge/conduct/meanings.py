"""The meanings of a player's next calls: what they depend on."""

from __future__ import annotations

from protocol.v1.bridge import BridgePub, Seat
from server.games.base import CallMeanings
from server.games.bridge.state import BridgeState


class BridgeMeanings(CallMeanings[BridgeState]):
    """The meanings of calls in an auction, by the agreements of partner."""

    def partner(self, seat: int) -> int | None:
        return None if seat >= 4 else Seat(seat).partner

    def asked(self, pub: BridgePub, seat: int) -> BridgePub | None:
        if pub.phase != "auction" or pub.actor != seat:
            return None
        return BridgePub(
            board=1,
            dealer=pub.dealer,
            vulnerable=pub.vulnerable,
            phase="auction",
            calls=pub.calls,
            plays={},
            tricks=(0, 0),
            turn=pub.turn,
            actor=pub.actor,
        )
