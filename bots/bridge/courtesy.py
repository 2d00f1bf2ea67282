"""What any robot answers its opponents with, though nothing is due."""

from __future__ import annotations

from protocol.v1.bridge import BridgeOwn, Grant, Seat


def grants(own: BridgeOwn | None) -> tuple[Grant, ...]:
    """Leave for every opponent who asks to take something back and has no answer of this seat yet."""
    if own is None or own.seat is None or "grant" not in own.may:
        return ()
    return tuple(
        Grant(Seat(seat), accept=True)
        for seat, asked in sorted((own.undos or {}).items())
        if seat % 2 != own.seat % 2 and own.seat not in asked.answers
    )
