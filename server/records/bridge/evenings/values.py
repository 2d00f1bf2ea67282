"""Texts of files of results, such as contracts and dates, in the forms that scoring programs write."""

from __future__ import annotations

import re
from datetime import date as Date
from fractions import Fraction
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
    r"([1-7])\s*(NT|SA|[CDHSN♣♦♥♠])\s*(XX|X|DD|D|RD|R|\*\*|\*)?\s*(?:(?:BY\s*)?([NESW]))?\s*(=|[+-]\s*\d+)?"
)
_DOUBLED: dict[str, Literal[1, 2, 4]] = {
    "": 1, "X": 2, "D": 2, "*": 2, "XX": 4, "DD": 4, "RD": 4, "R": 4, "**": 4,
}  # fmt: skip
_PASSED = re.compile(r"P|PASS(?:ED)?(?:[ -]*OUT)?|ALL\s*PASS(?:ED)?|AP|-?0-?")
_SHARES = re.compile(r"(?:ADJ|AVE?|A|W)?\s*(\d{2})(\d{2})")
_TWO_SHARES = re.compile(r"(?:ADJ|AVE?|A|W)?\s*(\d{1,3}(?:\.\d+)?)\s*%?\s*[-/:, ]\s*(\d{1,3}(?:\.\d+)?)\s*%?")
_WORDS = {"AVE+": 60, "A+": 60, "AVE": 50, "AVE=": 50, "AVE==": 50, "A=": 50, "A": 50, "AVE-": 40, "A-": 40}
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")
_CARD = re.compile(r"(?:(10|[2-9TJQKA])([CDHS])|([CDHS])(10|[2-9TJQKA]))")


def number(text: str) -> Fraction | None:
    """Return the number of a text, or None; a comma may stand for the point, and a per cent sign after it.

    >>> number("12,5"), number("58.3 %"), number("-")
    (Fraction(25, 2), Fraction(583, 10), None)
    """
    written = text.replace("%", "").replace("\u2212", "-").replace(",", ".").strip()
    return Fraction(written) if _NUMBER.fullmatch(written) else None


def whole(text: str) -> int | None:
    """Return the whole number of a text, or None."""
    found = number(text)
    return None if found is None or found.denominator != 1 else int(found)


def passed_out(text: str) -> bool:
    """Return True if the text of a contract says that the board was passed out."""
    return _PASSED.fullmatch(text.strip().upper()) is not None


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
    found = _CONTRACT.fullmatch(text.strip().upper())
    if found is None:
        return None, None
    level, strain, doubled, letter, result = found.groups()
    by = seat(letter) if letter else declarer
    if by is None:
        return None, None
    over = _over(result) if result else None
    made = None if over is None else int(level) + 6 + over
    return Contract(int(level), _STRAINS[strain], by, _DOUBLED[doubled or ""]), made


def tricks(text: str, bid: Contract | None) -> int | None:
    """Return all tricks of declarer; `=`, `+1` and `-2` are read as tricks over or under the contract."""
    written = text.replace(" ", "")
    if bid is not None and (written == "=" or written[:1] in ("+", "-")):
        over = _over(written)
        made = None if over is None else bid.level + 6 + over
    else:
        made = whole(written)
    return made if made is not None and 0 <= made <= 13 else None


def _over(text: str) -> int | None:
    return 0 if text == "=" else whole(text.replace(" ", ""))


def shares(text: str) -> tuple[Fraction, Fraction] | None:
    """Return the shares of North-South and East-West by an artificial score, in per cent, or None.

    >>> shares("A6040") == shares("60%/40%") == (60, 40)
    True
    """
    written = text.strip().upper()
    found = _SHARES.fullmatch(written) or _TWO_SHARES.fullmatch(written)
    if found is not None:
        return Fraction(found[1]), Fraction(found[2])
    if written in _WORDS:
        return Fraction(_WORDS[written]), Fraction(_WORDS[written])
    return None


def share(text: str) -> Fraction | None:
    """Return the share of one side by an artificial score: a number with a per cent sign, or a word."""
    written = text.strip().upper()
    if written in _WORDS:
        return Fraction(_WORDS[written])
    return number(written) if written.endswith("%") else None


def lead(text: str) -> str:
    """Return a card, rank first, or "" for a text that is no card.

    >>> lead("QC"), lead("s10"), lead("-")
    ('QC', 'TS', '')
    """
    found = _CARD.fullmatch(text.strip().upper())
    if found is None:
        return ""
    rank, suit = (found[1], found[2]) if found[1] else (found[4], found[3])
    return rank.replace("10", "T") + suit


def date(text: str) -> str:
    """Return a date as in 2023-07-03, or "" for a text that is no date; days stand before months.

    >>> date("03/07/2023"), date("2023-07-03T19:00"), date("3.7.23"), date("soon")
    ('2023-07-03', '2023-07-03', '2023-07-03', '')
    """
    parts = re.findall(r"\d+", text)
    if len(parts) == 1 and len(parts[0]) == 8:
        parts = [parts[0][:4], parts[0][4:6], parts[0][6:]]
    if len(parts) < 3:
        return ""
    if len(parts[0]) != 4:
        parts = [parts[2], parts[1], parts[0]]
    year, month, day = map(int, parts[:3])
    try:
        return Date(2000 + year if year < 100 else year, month, day).isoformat()
    except ValueError:
        return ""
