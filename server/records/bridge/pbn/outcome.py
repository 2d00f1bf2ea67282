"""Contract, Declarer and Result of PBN (3.4.13 to 3.4.15), as they are found."""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from protocol.v1.bridge import SEATS, Contract, Seat, Strain
from server.records.bridge.tags import UNKNOWN

_SEATS = {seat.letter: seat for seat in SEATS} | {seat.name: seat for seat in SEATS}
_STRAINS = {strain.value: strain for strain in Strain} | {
    **dict.fromkeys(("N", "SA"), Strain.NOTRUMP),
    **dict(zip("♣♦♥♠", Strain, strict=False)),
}
_CONTRACT = re.compile(
    r"([1-7])\s*(NT|SA|[NSHDC♠♥♦♣])\ufe0f?[\s-]*(XX?|\*\*?|R|DBL|RDBL|DOUBLED|REDOUBLED)?(?:\s+(?:BY\s+)?([NESW]))?"
)
_DOUBLED: dict[str, Literal[1, 2, 4]] = {
    "": 1,
    **dict.fromkeys(("X", "*", "DBL", "DOUBLED"), 2),
    **dict.fromkeys(("XX", "**", "R", "RDBL", "REDOUBLED"), 4),
}
_PASSED = frozenset(("PASS", "P", "AP", "PASSED", "PASSED OUT", "PASSED_OUT", "ALL PASS", "ALLPASS"))
_RESULT = re.compile(r"(\d{1,2})|(=|[+-]\d{1,2})|(NS|EW)\s*(\d{1,2})(?:\s+(NS|EW)\s*(\d{1,2}))?", re.ASCII)


class Outcome(Struct):
    """What the three tags tell: `strain` may be known where the contract is not.

    `left` are the tags that tell more than the fields, or nothing that has a field.
    """

    contract: Contract | None
    passed_out: bool
    tricks: int | None
    strain: Strain | None
    left: dict[str, str]


def read(contract: str, declarer: str, result: str, ending: bool) -> Outcome:
    """The outcome told by these values; `ending`: the hands are an end position, whose contract is a strain.

    A caret marks what happened against the rules: declarer and dummy swapped, a wrong number of tricks
    agreed (3.4.13, 3.4.15). Such a tag is left beside the field that it tells.
    """
    value, who, won = (" ".join(each.upper().split()) for each in (contract, declarer, result))
    if value in _PASSED:
        left = {"Declarer": declarer} if who in _SEATS else {}
        told = won not in ("", "?", "-", "0")
        return Outcome(None, True, None, None, left | ({"Result": result} if told else {}))
    found, seat = _CONTRACT.fullmatch(value), _SEATS.get(who.removeprefix("^"))
    if found is not None and found[4]:  # the declarer stands behind the contract, too
        seat = _SEATS[found[4]] if who in UNKNOWN or seat is _SEATS[found[4]] else None
    left = {"Contract": contract, "Declarer": declarer, "Result": result}
    if ending and value in _STRAINS:
        left = {"Result": result}
        return Outcome(None, False, None, _STRAINS[value], left)
    if found is None or seat is None:
        return Outcome(None, False, None, _STRAINS[found[2]] if found else None, left)
    named = Contract(int(found[1]), _STRAINS[found[2]], seat, _DOUBLED[found[3] or ""])
    tricks = _tricks(won.removeprefix("^").strip(), named)
    kept = {
        name: text
        for name, text in left.items()
        if (name == "Declarer" and who.startswith("^"))
        or (name == "Result" and (tricks is None or won.startswith("^")))
    }
    return Outcome(named, False, tricks, named.strain, kept)


def of_calls(contract: str, declarer: str, result: str, called: Contract) -> Outcome | None:
    """The outcome where contract or declarer is not told, but the calls tell both; None if they disagree."""
    value = contract if contract.strip() not in UNKNOWN else str(called)
    who = declarer if declarer.strip() not in UNKNOWN else called.declarer.letter
    told = read(value, who, result, ending=False)
    return told if told.contract == called else None


def declarer_before(leader: str) -> str:
    """The declarer to whose left the opening leader sits (Law 41A), as the Declarer tag names him."""
    seat = _SEATS.get(leader.strip().upper())
    return "" if seat is None else Seat((seat - 1) % 4).letter


def _tricks(result: str, contract: Contract) -> int | None:
    """Declarer's tricks in `9`, `NS 11`, `EW 3 NS 10`, or over and under the contract in `=`, `+1`, `-2`."""
    found = _RESULT.fullmatch(result)
    if found is None:
        return None
    if found[1]:
        return int(found[1])
    if found[2]:
        return contract.level + 6 + (0 if found[2] == "=" else int(found[2]))
    by_side = {found[3]: int(found[4])}
    if found[5]:
        by_side[found[5]] = int(found[6])
    own = by_side.get(contract.declarer.side)
    return 13 - int(found[4]) if own is None else own
