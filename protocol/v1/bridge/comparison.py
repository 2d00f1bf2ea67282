"""The comparison of boards that several tables have played: a traveller for each board, and a ranking.

All points in a comparison are rounded to hundredths, a half away from 0.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from protocol.v1.bridge.nouns import Seat, Vulnerability
from protocol.v1.bridge.scores import Result

Scoring = Literal["mp", "imp", "butler", "bam", "total"]
"""A way to compare results: matchpoints, cross-IMPs, IMPs against a datum, board-a-match, or total points."""


class TableCompared(Struct, frozen=True, gc=False):
    """A table of a comparison: its name, and its players in the order North, East, South, West.

    The name of a missing player is null.
    """

    name: str
    players: tuple[str | None, str | None, str | None, str | None]


class TravellerLine(Struct, frozen=True, gc=False):
    """The result of a board at one table.

    `table` is the index of the table in the field `tables` of the comparison. `north_south` and `east_west`
    are the points of both sides by the scoring of the comparison; they are null if the result cannot be
    compared with any other.
    """

    table: int
    result: Result
    north_south: float | None = None
    east_west: float | None = None


class Traveller(Struct, frozen=True, gc=False):
    """All results of one board, the best score of North-South first and artificial scores last.

    Tables that have not played the board have no line. `top` is the maximum of a side's points on the board,
    or null at IMPs and total points. `datum` is the score in points with which the scores of North-South are
    compared by the scoring `butler`; it is null at other scorings.
    """

    board: int
    dealer: Seat
    vulnerable: Vulnerability
    lines: tuple[TravellerLine, ...]
    top: float | None = None
    datum: int | None = None


class Ranked(Struct, frozen=True, gc=False):
    """A pair or a team in a ranking.

    `place` is the rank as text, such as `1`, or `2=` if others have the same rank; it is null if no board of
    the pair or team could be compared. `players` are the names of the two or four players, with null for a
    missing player. `tables` are the indices of the tables at which they played. A team has one pair in each
    room: `tables` then begins with the table at which the first two of its `players` sat North-South.
    `points` is the sum over all boards, and `boards` is the number of boards that could be compared.
    `average` decides the rank: the percentage of the maximum at the scorings `mp` and `bam`, or the mean of
    the IMPs (at `total` of the points) on a board otherwise; it is null if no board could be compared.
    """

    place: str | None
    players: tuple[str | None, ...]
    tables: tuple[int, ...]
    points: float
    average: float | None
    boards: int


class Ranking(Struct, frozen=True, gc=False):
    """The order of the pairs that sat North-South or East-West, of all pairs (`pairs`), or of the `teams`."""

    entrants: Literal["NS", "EW", "pairs", "teams"]
    places: tuple[Ranked, ...]


class Comparison(Struct, frozen=True, tag_field="game", tag="bridge", gc=False):
    """The comparison of boards that several tables have played.

    `travellers` has a traveller for each board with a result, in the order of play. `rankings` has one
    ranking for North-South and one for East-West; one for all pairs if a pair sat in both directions; or one
    for the teams at board-a-match.
    """

    scoring: Scoring
    tables: tuple[TableCompared, ...]
    travellers: tuple[Traveller, ...]
    rankings: tuple[Ranking, ...]
