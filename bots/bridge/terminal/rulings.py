"""The parser of a director's rulings, such as `rule tricks 9` or `rule back 3 calls 2 cards`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from protocol.v1.bridge import (
    ArtificialScore,
    AssignScore,
    Average,
    AwardTricks,
    Call,
    Contract,
    Outcome,
    PlayGoesOn,
    RollBack,
    Ruling,
    Seat,
)

HELP = (
    "rule tricks 9 [board 4] [: reason]      awards declarer 9 tricks",
    "rule back 3 calls [2 cards] [: reason]  takes back all later calls and cards",
    "rule go on [: reason]                   cancels the claim; play continues",
    "rule average plus minus [board 4]       artificial score for NS, EW: plus, average or minus",
    "rule score 60% 4S S 10, 40% 4SX S 9     weighted score: contract, declarer, tricks",
)
DOUBLED: dict[str, Literal[1, 2, 4]] = {"": 1, "X": 2, "XX": 4}
AVERAGES: dict[str, Average] = {
    "plus": "plus", "+": "plus", "average": "average", "=": "average", "minus": "minus", "-": "minus",
}  # fmt: skip


def read_ruling(text: str) -> Ruling:
    """Return the ruling that `text`, the words after `rule`, describes.

    Raises ValueError for words that describe no ruling.

    >>> read_ruling("back 3 calls: misinformed")
    RollBack(calls=3, cards=0, reason='misinformed')
    """
    said, _, reason = text.partition(":")
    kind, _, rest = said.strip().partition(" ")
    words, board = _board(rest)
    match kind.lower():
        case "tricks" if words.isdecimal():
            return AwardTricks(int(words), board, reason.strip())
        case "back" if found := re.fullmatch(r"(\d+)(?: calls?)?(?:[ ,]+(\d+)(?: cards?)?)?", words):
            return RollBack(int(found[1]), int(found[2] or 0), reason.strip())
        case "go" if words == "on":
            return PlayGoesOn(reason.strip())
        case "average":
            return _artificial(words.split(), board, reason.strip())
        case "score" if words:
            return AssignScore(_outcomes(words), None, board, reason.strip())
        case _:
            raise ValueError("expected one of these rulings:\n" + "\n".join(HELP))


def _board(words: str) -> tuple[str, int | None]:
    found = re.fullmatch(r"(.*?)\s*\bboard (\d+)", words.strip(), re.IGNORECASE)
    return (found[1], int(found[2])) if found else (words.strip(), None)


def _artificial(words: Sequence[str], board: int | None, reason: str) -> ArtificialScore:
    """Return the ruling of an artificial score.

    Without `words`, as in `rule average`, both sides get average.
    """
    sides = [AVERAGES.get(word.lower()) for word in words] or ["average", "average"]
    if len(sides) != 2 or sides[0] is None or sides[1] is None:
        raise ValueError(f"expected plus, average or minus for NS and then for EW, got {' '.join(words)!r}")
    return ArtificialScore(sides[0], sides[1], board, reason)


def _outcomes(words: str) -> tuple[Outcome, ...]:
    parts = [part.strip() for part in words.split(",")]
    if len(parts) == 1 and "%" not in words:
        return (_outcome(f"100% {words}"),)
    return tuple(_outcome(part) for part in parts)


def _outcome(part: str) -> Outcome:
    passed = re.fullmatch(r"(\d+)% *pass", part, re.IGNORECASE)
    if passed:
        return Outcome(int(passed[1]))
    found = re.fullmatch(r"(\d+)% *([1-7](?:NT?|[SHDC]))(X{0,2}) +([NESW]) +(\d+)", part, re.IGNORECASE)
    if not found:
        raise ValueError(
            f"expected a weight, contract, declarer and tricks, as in `60% 4SX S 9`, got {part!r}"
        )
    weight, bid, doubled, declarer, tricks = found.groups()
    call = Call(bid.upper() + ("T" if bid.upper().endswith("N") else ""))
    seat = Seat("NESW".index(declarer.upper()))
    contract = Contract(call.level, call.strain, seat, DOUBLED[doubled.upper()])
    return Outcome(int(weight), contract, int(tricks))
