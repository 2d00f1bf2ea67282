"""The result of a board, and the dealer and the vulnerability by board number (Law 2)."""

from __future__ import annotations

from protocol.rules.bridge.scoring import score
from protocol.v1.bridge import SEATS, Contract, Result, Seat, Side, Vulnerability

_VULNERABLE = (Vulnerability.NONE, Vulnerability.NS, Vulnerability.EW, Vulnerability.BOTH)


def dealer_of(board: int) -> Seat:
    """Return the dealer of a board: North deals board 1, then the deal moves clockwise."""
    return SEATS[(board - 1) % 4]


def vulnerability_of(board: int) -> Vulnerability:
    """Return the vulnerability of a board, which repeats after sixteen boards."""
    cycle = board - 1
    return _VULNERABLE[(cycle + cycle // 4) % 4]


def result(contract: Contract | None, tricks: int | None, vulnerable: Vulnerability) -> Result:
    """Return a board's result with North-South's score, which is 0 if the board was passed out."""
    if contract is None or tricks is None:
        return Result(score_ns=0)
    side = contract.declarer.side
    points = score(contract, tricks, vulnerable.includes(side))
    return Result(score_ns=points if side is Side.NS else -points, contract=contract, tricks=tricks)
