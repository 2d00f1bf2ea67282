"""The meanings of calls by the agreements of partner, a house robot: what they depend on."""

from __future__ import annotations

from protocol.v1.bridge import BridgePub, Options, Seat
from server.games.base import CallMeanings, MadeCall
from server.games.bridge.state import BridgeState


class BridgeMeanings(CallMeanings[BridgeState]):
    """The meanings of calls in an auction, by the agreements of partner."""

    def partner(self, seat: int) -> int | None:
        return None if seat >= 4 else Seat(seat).partner

    def asked(self, pub: BridgePub, seat: int) -> BridgePub | None:
        return _before(pub, len(pub.calls)) if pub.phase == "auction" and pub.actor == seat else None

    def made(self, options: Options, pub: BridgePub, seat: int) -> tuple[MadeCall, ...]:
        partner = self.partner(seat)
        if partner is None or not options.partner_robot or options.screens:
            return ()
        made = [index for index in pub.calls if Seat((pub.dealer + index) % 4) == partner]
        return tuple(MadeCall(index, pub.calls[index].value, _before(pub, index)) for index in made)


def _before(pub: BridgePub, calls: int) -> BridgePub:
    """Return the public half of a view at the call with the index `calls`, with the auction alone."""
    caller = Seat((pub.dealer + calls) % 4)
    return BridgePub(
        board=1,
        dealer=pub.dealer,
        vulnerable=pub.vulnerable,
        phase="auction",
        calls={index: pub.calls[index] for index in range(calls)},
        plays={},
        tricks=(0, 0),
        turn=caller,
        actor=caller,
    )
