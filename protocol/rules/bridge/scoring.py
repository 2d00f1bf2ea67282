"""Duplicate scoring (Law 77), and the scale of International Match Points (Law 78B)."""

from __future__ import annotations

from protocol.v1.bridge import Contract, Strain

GAME = 100
"""The number of trick points that make a game."""
PART_SCORE = 50
"""The bonus for a contract below game that is made."""
IMP_STEPS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The minimum differences in points that are worth 1, 2, 3 and more IMPs (Law 78B)."""


def score(contract: Contract, tricks: int, vulnerable: bool) -> int:
    """Return the points of declarer's side (Law 77); they are negative if the contract fails.

    `tricks` are the tricks that declarer's side won, from 0 to 13.
    """
    over = tricks - contract.level - 6
    if over < 0:
        return -undertricks(-over, contract.doubled, vulnerable)
    odd = trick_points(contract)
    bonus = game_bonus(vulnerable) if odd >= GAME else PART_SCORE
    above = slam(contract.level, vulnerable) + insult(contract.doubled)
    return odd + bonus + above + overtricks(contract, over, vulnerable)


def trick_points(contract: Contract) -> int:
    """Return the points for the tricks of a contract that is made, without overtricks."""
    first = 10 if contract.strain is Strain.NOTRUMP else 0
    return (contract.level * _each(contract) + first) * contract.doubled


def _each(contract: Contract) -> int:
    return 20 if contract.strain in (Strain.CLUBS, Strain.DIAMONDS) else 30


def game_bonus(vulnerable: bool) -> int:
    """Return the bonus for a game that is bid and made."""
    return 500 if vulnerable else 300


def slam(level: int, vulnerable: bool) -> int:
    """Return the bonus for a slam that is bid and made; for a contract below level six the bonus is 0."""
    if level < 6:
        return 0
    small = 750 if vulnerable else 500
    return small if level == 6 else 2 * small


def insult(doubled: int) -> int:
    """Return the bonus for making a doubled or redoubled contract; for other contracts the bonus is 0."""
    return 0 if doubled == 1 else 25 * doubled


def overtricks(contract: Contract, over: int, vulnerable: bool) -> int:
    """Return the points for `over` tricks beyond those of the contract."""
    if contract.doubled == 1:
        return over * _each(contract)
    return over * 50 * contract.doubled * (2 if vulnerable else 1)


def undertricks(down: int, doubled: int, vulnerable: bool) -> int:
    """Return the points that the defenders get if declarer is `down` tricks short of the contract."""
    if doubled == 1:
        return down * (100 if vulnerable else 50)
    not_vulnerable = 200 * down - 100 if down < 3 else 300 * down - 400
    points = 300 * down - 100 if vulnerable else not_vulnerable
    return points * (doubled // 2)
