"""A bidding system as a set of options, from which the tables of bidding rules are built."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

KeyCardFlavour = Literal["1430", "0314", "blackwood"]


@dataclass(frozen=True, eq=False)
class System:
    """A bidding system as a set of options; all systems share the bidding rules that no option changes.

    `notrump` and `two_notrumps` are the ranges of the openings of one and two notrumps in high-card points.
    `majors` is the least number of cards for an opening of one in a major suit. With `phoney_club`, a club
    opening can have two cards and a diamond opening has four. `differences` tells in words how the system
    differs from its usual description.
    """

    name: str
    title: str
    notrump: tuple[int, int] = (15, 17)
    two_notrumps: tuple[int, int] = (20, 21)
    majors: int = 5
    phoney_club: bool = False
    strong_club: bool = False
    two_over_one_game: bool = False
    keycards: KeyCardFlavour = "1430"
    differences: str = ""


SAYC = System(
    "sayc",
    "Standard American Yellow Card",
    differences="openings of one from 12 points; new minor and fourth suit force to game",
)
TWO_OVER_ONE = System(
    "2/1",
    "Two over one game forcing",
    two_over_one_game=True,
    differences="raises of minors are not inverted; no Bergen raises",
)
ACOL = System(
    "acol",
    "Acol with weak notrump and four-card majors",
    notrump=(12, 14),
    two_notrumps=(20, 22),
    majors=4,
    differences="weak twos; Jacoby 2NT; splinters; 2♦ over 2♣ is waiting",
)
PRECISION = System(
    "precision",
    "Precision with a strong club",
    notrump=(13, 15),
    strong_club=True,
    differences="2♣ can have five cards; no asking bids; no opening of 2NT or 3NT",
)
SYSTEMS = {system.name: system for system in (SAYC, TWO_OVER_ONE, ACOL, PRECISION)}
