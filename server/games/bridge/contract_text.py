"""A contract as text, in the forms that people and scoring programs write."""

from __future__ import annotations

import re
from typing import Literal

from protocol.v1.bridge import SEATS, Contract, Seat, Strain

_STRAINS = {
    **dict(zip("CDHS", Strain, strict=False)),
    **dict(zip("♣♦♥♠", Strain, strict=False)),
    "N": Strain.NOTRUMP,
    "NT": Strain.NOTRUMP,
    "SA": Strain.NOTRUMP,
}
_CONTRACT = re.compile(
    r"([1-7])\s*(NT|NO\s*TRUMPS?|SA|[CDHSN♣♦♥♠])\s*(XX|X|DBL|DD|D|RDBL|RD|R|\*\*|\*)?\s*"
    r"(?:(?:BY\s*)?([NESW]))?\s*(=|[+-]\s*\d+)?"
)
_DOUBLED: dict[str, Literal[1, 2, 4]] = {
    "": 1, "X": 2, "D": 2, "DBL": 2, "*": 2, "XX": 4, "DD": 4, "RD": 4, "RDBL": 4, "R": 4, "**": 4,
}  # fmt: skip


def seat(text: str) -> Seat | None:
    """Return the seat of a direction such as `N` or `North`, or None."""
    found = "NESW".find(text.strip()[:1].upper() or "-")
    return None if found < 0 else SEATS[found]


def contract(text: str, declarer: Seat | None) -> tuple[Contract | None, int | None]:
    """Return a contract, and the tricks of declarer if the text also has the result.

    `declarer` is told by another element; the text itself may name another one. Returns None for a text that
    is no contract, or without a declarer.

    >>> contract("3NTx", SEATS[2]), contract("4h*N-1", None)[1]
    ((Contract(level=3, strain=<Strain.NOTRUMP: 'NT'>, declarer=<Seat.SOUTH: 2>, doubled=2), None), 9)
    """
    found = _CONTRACT.fullmatch(text.replace("\ufe0f", "").strip().upper())
    if found is None:
        return None, None
    level, strain, doubled, letter, result = found.groups()
    by = seat(letter) if letter else declarer
    if by is None:
        return None, None
    over = 0 if result == "=" else int(result.replace(" ", "")) if result else None
    made = None if over is None else int(level) + 6 + over
    named = _STRAINS.get(strain, Strain.NOTRUMP)  # As in 3 no trumps.
    return Contract(int(level), named, by, _DOUBLED[doubled or ""]), made
