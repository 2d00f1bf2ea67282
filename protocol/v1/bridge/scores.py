"""What is scored at a bridge table: a board's result, a rubber's tally, a match."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from protocol.v1.bridge.nouns import Contract, Seat, Side
from protocol.v1.bridge.rulings import ArtificialScore, AssignScore


class Honours(Struct, frozen=True, gc=False):
    """Honours held in one hand: 100 or 150 points for the side of `seat`, above the line."""

    seat: Seat
    points: int


class Result(Struct, frozen=True, gc=False):
    """How a board ended. `tricks` are declarer's; a board passed out has neither contract nor tricks, an
    adjusted one no tricks.

    `score_ns` is the duplicate score in points (Law 77) from North-South's side: below 0 is East-West's.
    `claimed`: the play ended by a claim or concession. `adjusted` is the director's ruling, if there is one;
    an assigned score's `score_ns` is the weighed mean of North-South's outcomes, rounded to whole points (a
    half away from 0), an artificial one's is 0. `score_ew` is there where such a score gives East-West other
    points than North-South's with the sign changed: the weighed mean of its own outcomes, from its side.
    `honours` are scored at rubber and four-deal Chicago.
    """

    score_ns: int
    contract: Contract | None = None
    tricks: int | None = None
    claimed: bool = False
    adjusted: AssignScore | ArtificialScore | None = None
    honours: Honours | None = None
    score_ew: int | None = None


class Line(Struct, frozen=True, gc=False):
    """One entry of a score sheet: `points` for a side, `below` or above the line; `what` names it.

    A contract's are `tricks` (below the line), `overtricks`, `undertricks`, `insult`, `small slam`, `grand
    slam`; beside it `honours`, `rubber`, `unfinished game`, `unfinished part-score`, at Chicago `game` and
    `part-score`. `score` is a whole duplicate score, `adjusted` what a side scores itself of one that
    the director assigned: where the sides' differ, both may score, or neither.
    """

    side: Side
    points: int
    what: str
    below: bool = False


class Tally(Struct, frozen=True, gc=False):
    """The score of a sitting that adds up: rubber, Chicago or total points. Pairs are North-South, East-West.

    `number` is the rubber's or chukker's, from 1, and `deal` the deal's within it, from 1. `games` are won
    in this rubber, `part` are the points towards the next game. `lines` are the newest deal's entries, there
    from its end until the next deal, and `earlier` those of the deals before it in this rubber or chukker.
    `points` add up this rubber or chukker, with the bonus due if it stopped now in `stopped`; `total` adds
    up the sitting by seats' places, in points, for as long as a pair sits together. `players` is what each
    player has won in the sitting, the own side's points less the opponents', and of a score that the director
    assigned what its own side scored or, below 0, lost: North first, the waiting last.
    """

    number: int
    deal: int
    points: tuple[int, int]
    total: tuple[int, int]
    games: tuple[int, int] = (0, 0)
    part: tuple[int, int] = (0, 0)
    stopped: tuple[int, int] = (0, 0)
    lines: tuple[Line, ...] = ()
    earlier: tuple[Line, ...] = ()
    players: tuple[int, ...] = ()


class Compared(Struct, frozen=True, gc=False):
    """A board that both tables of a match have finished. Points from each table's North-South's side.

    `imps` are those of the team that sits North-South here. Those of an assigned score are weighed outcome by
    outcome (Law 12C1c), an artificial score is 3, 0 or -3 by itself (Law 12C2), and where the teams' own IMPs
    do not balance, each has the mean (Law 12C4): average plus for both is 0. `unplayed` is the table that
    will never play the board, whose points are 0 then: the artificial score of the other one counts alone.
    """

    here: int
    there: int
    imps: int
    unplayed: Literal["here", "there"] | None = None


class Match(Struct, frozen=True, gc=False):
    """The match that a table belongs to: its other table, and the boards that both have finished.

    The team that sits North-South in the `open` room sits East-West in the other. `imps` is the balance of
    the team that sits North-South here. A board with an artificial score at one table is there too once the
    other has ended without it; an assigned score has nothing to be compared with then.
    """

    room: str
    other: str
    boards: dict[int, Compared]
    imps: int = 0
