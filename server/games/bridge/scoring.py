"""Duplicate scoring (Law 77), dealer and vulnerability by board number (Law 2)."""

from __future__ import annotations

from protocol.v1.bridge import SEATS, Contract, Result, Seat, Side, Strain, Vulnerability

_VULNERABLE = (Vulnerability.NONE, Vulnerability.NS, Vulnerability.EW, Vulnerability.BOTH)
GAME = 100
"""The trick points that make a game."""


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
        return -undertricks(-over, contract.doubled, vulnerable)
    odd = trick_points(contract)
    bonus = game_bonus(vulnerable) if odd >= GAME else 50
    above = slam(contract.level, vulnerable) + insult(contract.doubled)
    return odd + bonus + above + overtricks(contract, over, vulnerable)


def trick_points(contract: Contract) -> int:
    """The points of the odd tricks that were bid, once they are made."""
    first = 10 if contract.strain is Strain.NOTRUMP else 0
    return (contract.level * _each(contract) + first) * contract.doubled


def _each(contract: Contract) -> int:
    return 20 if contract.strain in (Strain.CLUBS, Strain.DIAMONDS) else 30


def game_bonus(vulnerable: bool) -> int:
    """For a game bid and made."""
    return 500 if vulnerable else 300


def slam(level: int, vulnerable: bool) -> int:
    """For a slam bid and made, 0 below the level of six."""
    if level < 6:
        return 0
    small = 750 if vulnerable else 500
    return small if level == 6 else 2 * small


def insult(doubled: int) -> int:
    """For making a doubled or redoubled contract, 0 for another."""
    return 0 if doubled == 1 else 25 * doubled


def overtricks(contract: Contract, over: int, vulnerable: bool) -> int:
    """For tricks beyond the contract."""
    if contract.doubled == 1:
        return over * _each(contract)
    return over * 50 * contract.doubled * (2 if vulnerable else 1)


def undertricks(down: int, doubled: int, vulnerable: bool) -> int:
    """For the defenders, when declarer is `down` tricks short."""
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
