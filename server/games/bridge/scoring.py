"""Duplicate scoring (Law 77), dealer and vulnerability by board number (Law 2)."""

from __future__ import annotations

from protocol.v1.bridge import SEATS, Contract, Result, Seat, Side, Strain, Vulnerability

_VULNERABLE = (Vulnerability.NONE, Vulnerability.NS, Vulnerability.EW, Vulnerability.BOTH)


def dealer_of(board: int) -> Seat:
    """North deals board 1, then clockwise."""
    return SEATS[(board - 1) % 4]


def vulnerability_of(board: int) -> Vulnerability:
    """The cycle of sixteen boards."""
    place = board - 1
    return _VULNERABLE[(place + place // 4) % 4]


def score(contract: Contract, tricks: int, vulnerable: bool) -> int:
    """Points for declarer's side, negative when the contract fails (Law 77). `tricks`: 0 to 13."""
    over = tricks - contract.level - 6
    if over < 0:
        return -_undertricks(-over, contract.doubled, vulnerable)
    each = 20 if contract.strain in (Strain.CLUBS, Strain.DIAMONDS) else 30
    odd = contract.level * each + (10 if contract.strain is Strain.NOTRUMP else 0)
    trick_points = odd * contract.doubled
    points = trick_points
    points += (500 if vulnerable else 300) if trick_points >= 100 else 50
    if contract.level == 6:
        points += 750 if vulnerable else 500
    elif contract.level == 7:
        points += 1500 if vulnerable else 1000
    if contract.doubled == 1:
        return points + over * each
    insult = 25 * contract.doubled
    return points + insult + over * (50 * contract.doubled) * (2 if vulnerable else 1)


def _undertricks(down: int, doubled: int, vulnerable: bool) -> int:
    if doubled == 1:
        return down * (100 if vulnerable else 50)
    not_vulnerable = 200 * down - 100 if down < 3 else 300 * down - 400
    points = 300 * down - 100 if vulnerable else not_vulnerable
    return points * (doubled // 2)


def result(contract: Contract | None, tricks: int | None, vulnerable: Vulnerability) -> Result:
    """A board's result as North-South score it; no contract is a pass-out and scores nothing."""
    if contract is None or tricks is None:
        return Result(score_ns=0)
    side = contract.declarer.side
    points = score(contract, tricks, vulnerable.includes(side))
    return Result(score_ns=points if side is Side.NS else -points, contract=contract, tricks=tricks)
