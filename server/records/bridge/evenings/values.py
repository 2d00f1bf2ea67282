"""Texts of files of results, such as contracts and dates, in the forms that scoring programs write."""

from __future__ import annotations

import re
from datetime import date as Date
from fractions import Fraction

from protocol.v1.bridge import Contract

_PASSED = re.compile(r"P|PO|PASS(?:ED)?(?:[ -]*OUT)?|ALL\s*PASS(?:ED)?|AP|-?0-?")
_UNPLAYED = re.compile(r"-*|\*|N/?P|NOT[ -]*PLAYED|NO[ -]*(?:PLAY|RESULT)|SIT[ -]*OUT|SKIP(?:PED)?|BYE")
_ARTIFICIAL = r"(?:ADJ|AVE?|A|W)"
_SHARES = re.compile(rf"{_ARTIFICIAL}?\s*(?:(\d{{2}})(\d{{2}})|(100)(00)|(00)(100))")
_TWO_SHARES = re.compile(
    rf"{_ARTIFICIAL}?\s*(\d{{1,3}}(?:\.\d+)?)\s*(?:%\s*[-/:, ]?|[-/:, ])\s*(\d{{1,3}}(?:\.\d+)?)\s*%?"
)
_ONE_SHARE = re.compile(rf"{_ARTIFICIAL}\s*(\d{{2}}(?:\.\d+)?)\s*%?|(\d{{1,3}}(?:\.\d+)?)\s*%")
_AVERAGE = r"A(?:V|VE|VG|VER|VERAGE)?\s*(\+|-|={0,2}|PLUS|MINUS)"
_WORD = re.compile(_AVERAGE)
_TWO_WORDS = re.compile(rf"{_AVERAGE}\s*[/:, ]\s*{_AVERAGE}|A(?:V|VE)?([-+=])([-+=])")
_WORTH = {"+": 60, "PLUS": 60, "": 50, "=": 50, "==": 50, "-": 40, "MINUS": 40}
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")
_SCORE = re.compile(r"[+-]?\s*(?:\d+(?:\.0+)?|\d{1,2}[,. ]\d{3})")
_CARD = re.compile(r"(?:(10|[2-9TJQKA])([CDHS])|([CDHS])(10|[2-9TJQKA]))")


def number(text: str) -> Fraction | None:
    """Return the number of a text, or None; a comma may stand for the point, and a per cent sign after it.

    >>> number("12,5"), number("58.3 %"), number("1½"), number("-")
    (Fraction(25, 2), Fraction(583, 10), Fraction(3, 2), None)
    """
    written = text.replace("%", "").replace("\u2212", "-").replace(",", ".").strip()
    written = f"{written[:-1] or 0}.5" if written.endswith("½") else written
    return Fraction(written) if _NUMBER.fullmatch(written) else None


def whole(text: str) -> int | None:
    """Return the whole number of a text, or None."""
    found = number(text)
    return None if found is None or found.denominator != 1 else int(found)


def score(text: str) -> int | None:
    """Return the points of a text, or None; thousands may be divided, and no per cent sign may follow.

    >>> score("+620"), score("- 1,100"), score("60%"), score("A6040")
    (620, -1100, None, None)
    """
    written = text.replace("\u2212", "-").strip()
    if not _SCORE.fullmatch(written):
        return None
    return int(re.sub(r"\.0{1,2}$|[,. ]", "", written))


def unplayed(text: str) -> bool:
    """Return True if a text in place of a contract or a score says that the board was not played."""
    return _UNPLAYED.fullmatch(text.strip().upper()) is not None


def passed_out(text: str) -> bool:
    """Return True if the text of a contract says that the board was passed out."""
    return _PASSED.fullmatch(text.strip().upper()) is not None


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

    The share of the other side is the rest of a single number, and that of a single word the same.

    >>> shares("A6040") == shares("60%/40%") == shares("A60") == shares("Ave+/Ave-") == (60, 40)
    True
    >>> shares("Average plus") == (60, 60)
    True
    """
    written = text.strip().upper()
    found = _SHARES.fullmatch(written) or _TWO_SHARES.fullmatch(written)
    if found is not None:
        own, others = (Fraction(each) for each in found.groups() if each is not None)
        return own, others
    alone = _ONE_SHARE.fullmatch(written)
    if alone is not None:
        own = Fraction(alone[1] or alone[2])
        return own, 100 - own
    words = _TWO_WORDS.fullmatch(written)
    if words is not None:
        own, others = (Fraction(_WORTH[each]) for each in words.groups() if each is not None)
        return own, others
    word = _WORD.fullmatch(written)
    return None if word is None else (Fraction(_WORTH[word[1]]),) * 2


def share(text: str) -> Fraction | None:
    """Return the share of one side by an artificial score: a number with a per cent sign, or a word."""
    written = text.strip().upper()
    word = _WORD.fullmatch(written)
    if word is not None:
        return Fraction(_WORTH[word[1]])
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
