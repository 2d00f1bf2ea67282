"""Scores at a bridge table: the result of a board, the tally of a rubber, and the comparison of a match."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from protocol.v1.bridge.nouns import Contract, Seat, Side
from protocol.v1.bridge.rulings import ArtificialScore, AssignScore


class Honours(Struct, frozen=True, gc=False):
    """Honours held in one hand: 100 or 150 points above the line for the side of `seat`."""

    seat: Seat
    points: int


class Result(Struct, frozen=True, gc=False):
    """The result of a board.

    `tricks` are declarer's tricks. A board that is passed out has no contract and no tricks, and an adjusted
    board has no tricks. `score_ns` is the duplicate score in points (Law 77) of North-South; it is negative
    if East-West scored. `claimed`: the play ended by a claim or concession. `adjusted` is the director's
    ruling, if any. For an assigned score, `score_ns` is the weighted mean of North-South's outcomes, rounded
    to whole points (a half is rounded away from 0); for an artificial score it is 0. `score_ew` is the score
    of East-West if it is not just `score_ns` with the sign changed: the weighted mean of East-West's own
    outcomes. `honours` are scored in rubber and four-deal Chicago.
    """

    score_ns: int
    contract: Contract | None = None
    tricks: int | None = None
    claimed: bool = False
    adjusted: AssignScore | ArtificialScore | None = None
    honours: Honours | None = None
    score_ew: int | None = None


class Line(Struct, frozen=True, gc=False):
    """One entry of a score sheet: `points` for a side, above the line or `below` it, for the reason `what`.

    A contract has the entries `tricks` (below the line), `overtricks`, `undertricks`, `insult`, `small slam`
    and `grand slam`. Further entries are `honours`, `rubber`, `unfinished game` and `unfinished part-score`,
    and in Chicago `game` and `part-score`. An entry `score` is the duplicate score of a whole deal.
    `adjusted` is a side's own part of a score that the director assigned; if the outcomes of the sides
    differ, both sides may score, or neither.
    """

    side: Side
    points: int
    what: str
    below: bool = False


class Tally(Struct, frozen=True, gc=False):
    """The score of a sitting of rubber, Chicago or total points. Pairs of numbers are North-South, East-West.

    `number` counts the rubbers or chukkers from 1, and `deal` the deals within one of them, from 1. `games`
    are the games won in this rubber, and `part` the points towards the next game. `lines` are the entries of
    the newest deal, present from its end until the next deal, and `earlier` the entries of the deals before
    it in this rubber or chukker. `points` is the total of this rubber or chukker, and `stopped` the same
    total with the bonus that would be due if the rubber ended now. `total` is the total of the sitting for
    the pairs in these seats, as long as a pair stays together. `players` are the points that each player won
    in the sitting, North first and waiting players last: the points of the player's own side minus those of
    the opponents. If the director assigned different scores to the two sides, only the score of the player's
    own side counts.
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
    """A board that both tables of a match have finished. Points are those of North-South at each table.

    `imps` are the IMPs of the team that sits North-South at this table. An assigned score is compared outcome
    by outcome, weighted (Law 12C1c). An artificial score counts 3, 0 or -3 IMPs without a comparison (Law
    12C2). If the IMPs of the two teams do not balance, each team gets their mean (Law 12C4), so average plus
    for both teams is 0. `unplayed` is the table that will never play the board: its points are 0, and the
    artificial score of the other table counts alone.
    """

    here: int
    there: int
    imps: int
    unplayed: Literal["here", "there"] | None = None


class Match(Struct, frozen=True, gc=False):
    """The match to which a table belongs: the other table, and the boards that both tables have finished.

    The team that sits North-South in the `open` room sits East-West in the closed room. `imps` is the balance
    of the team that sits North-South at this table. A board with an artificial score at one table is
    included, too, if the other table has ended without playing it. A board with an assigned score is not
    included if the other table has ended without playing it, because there is no score to compare.
    """

    room: str
    other: str
    boards: dict[int, Compared]
    imps: int = 0
