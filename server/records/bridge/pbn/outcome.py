"""The tags Contract, Declarer and Result (PBN 2.1, 3.4.13 to 3.4.15)."""

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
    """The outcome by the tags Contract, Declarer and Result; `strain` may be known without a contract.

    `left` holds each of the tags Contract, Declarer and Result with a value that the other fields cannot hold
    completely.
    """

    contract: Contract | None
    passed_out: bool
    tricks: int | None
    strain: Strain | None
    left: dict[str, str]


def read(contract: str, declarer: str, result: str, ending: bool) -> Outcome:
    """Return the outcome of a board from the values of the tags Contract, Declarer and Result.

    `ending` is True if the recorded hands are an end position, for which the tag Contract has only a strain.
    A caret marks an irregularity: declarer and dummy changed places, or the players agreed on a wrong number
    of tricks (PBN 2.1, 3.4.13, 3.4.15). The value of a tag with a caret stays in `left`.
    """
    value, declarer_name, won = (" ".join(each.upper().split()) for each in (contract, declarer, result))
    if value in _PASSED:
        left = {"Declarer": declarer} if declarer_name in _SEATS else {}
        has_result = won not in ("", "?", "-", "0")
        return Outcome(None, True, None, None, left | ({"Result": result} if has_result else {}))
    found, seat = _CONTRACT.fullmatch(value), _SEATS.get(declarer_name.removeprefix("^"))
    # The tag Contract may name the declarer after the contract.
    if found is not None and found[4]:
        seat = _SEATS[found[4]] if declarer_name in UNKNOWN or seat is _SEATS[found[4]] else None
    left = {"Contract": contract, "Declarer": declarer, "Result": result}
    if ending and value in _STRAINS:
        left = {"Result": result}
        return Outcome(None, False, None, _STRAINS[value], left)
    if found is None or seat is None:
        return Outcome(None, False, None, _STRAINS[found[2]] if found else None, left)
    known_contract = Contract(int(found[1]), _STRAINS[found[2]], seat, _DOUBLED[found[3] or ""])
    tricks = _tricks(won.removeprefix("^").strip(), known_contract)
    irregular = {
        name: text
        for name, text in left.items()
        if (name == "Declarer" and declarer_name.startswith("^"))
        or (name == "Result" and (tricks is None or won.startswith("^")))
    }
    return Outcome(known_contract, False, tricks, known_contract.strain, irregular)


def of_calls(contract: str, declarer: str, result: str, called: Contract) -> Outcome | None:
    """Return the outcome that the tags Contract, Declarer and Result give, completed by the calls.

    If the tags lack the contract or the declarer, it comes from `called`, the contract to which the calls
    lead. Return None if the tags Contract and Declarer name another contract or declarer than the calls.
    """
    value = contract if contract.strip() not in UNKNOWN else str(called)
    declarer_name = declarer if declarer.strip() not in UNKNOWN else called.declarer.letter
    decided = read(value, declarer_name, result, ending=False)
    return decided if decided.contract == called else None


def declarer_before(leader: str) -> str:
    """Return the letter of declarer's seat, to the right of the leader (Law 41A), or "" without a leader."""
    seat = _SEATS.get(leader.strip().upper())
    return "" if seat is None else Seat((seat - 1) % 4).letter


def _tricks(result: str, contract: Contract) -> int | None:
    """Return the number of declarer's tricks in a PBN result, or None for an unknown form.

    A result in PBN has the form `9`, `NS 11`, `EW 3 NS 10`, or `=`, `+1`, `-2` relative to the contract.
    """
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
