"""The points of every table on boards that several tables have played, by the scoring of the contest.

By matchpoints, cross-IMPs and Butler, each result of a board is compared with those of the other tables. At
board-a-match, two tables after each other (the first and the second, the third and the fourth) are the two
rooms of a match: the North-South pair of one room and the East-West pair of the other room are a team. With
an odd number of tables, the last table has no second room.

At least two tables must have a score for a board to be compared. At board-a-match, a board with an artificial
score in one room also counts if the other room never played it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from operator import neg
from typing import Literal, assert_never

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.bridge import ArtificialScore, AssignScore, Deal, Result, Scoring, Vulnerability
from server.games.base import TableResults
from server.games.bridge.scores.artificial import (
    Artificial,
    Share,
    Shares,
    TableScore,
    average,
    average_imps,
    average_points,
    board,
    by_side,
    side_score,
)
from server.games.bridge.scores.assigned import weighted
from server.games.bridge.scores.comparison import (
    Score,
    butler,
    cross_imps,
    datum,
    percentage,
    top,
    whole,
)
from server.games.bridge.scores.teams import team_imps, team_matchpoints

FieldScoring = Scoring | Literal["match"]
"""A way to score a field of results: those of a comparison of tables, and the IMPs of team matches."""
FIELD_SCORINGS: tuple[FieldScoring, ...] = ("mp", "imp", "butler", "match", "bam", "total")
"""All ways to score a field of results."""
WIN = 2
"""The points for a better score than that of another table, at matchpoints and at board-a-match."""
LEAST_SCORES = 2
"""The least number of scores that a board needs to be compared."""
TABLES_FOR_DROP = 5
"""The least number of scores from which the best and the worst are left out of a datum by default."""


class Conditions(Struct, frozen=True):
    """The conditions of a contest that the Laws leave to its organiser (Law 78D).

    With `neuberg`, a board with fewer results than others counts as much as the others at matchpoints, by
    Neuberg's formula, as at events of the English Bridge Union. Without it, each board counts with its own
    maximum, as the scoring program Compscore does.

    `drop` is the number of best and of worst scores that are left out of the datum at Butler, or fewer if
    otherwise no score would be left; the datum is rounded to a multiple of `nearest`. The rules of organisers
    differ: the Dutch federation leaves out one best and one worst score; the program ACBLscore leaves out 5
    per cent at each end, and some clubs 10 per cent; all of them round to 10. With a `drop` of None, the best
    and the worst score are left out if a board has five scores or more, and no score if it has fewer.
    """

    neuberg: bool = True
    drop: int | None = None
    nearest: int = 10


Pair = str | tuple[int, int]
"""A pair: its id, or the index of its only table and its side (0 North-South, 1 East-West)."""
Both = tuple[Fraction, Fraction]
"""The points of North-South and of East-West."""


class Line(Struct, frozen=True):
    """The result of a board at one table, given by its index.

    `points` are the points of North-South and of East-West, or None if the result cannot be compared.
    """

    table: int
    result: Result
    score: TableScore
    points: Both | None = None


class ScoredBoard(Struct, frozen=True):
    """A board, given by its number, with its results in the order of the tables.

    `top` is the maximum of a side's points, or None at IMPs. `datum` is North-South's datum at Butler.
    """

    number: int
    lines: tuple[Line, ...]
    top: Fraction | None = None
    datum: int | None = None


class Field(ABC):
    """The tables whose results are compared: which pair sits where, and which two tables are one match."""

    @abstractmethod
    def pair(self, table: int, side: int) -> Pair:
        """Return the pair that sits on a side of a table: 0 is North-South, 1 is East-West."""

    @abstractmethod
    def other_room(self, table: int) -> int | None:
        """Return the other table of the match that is played at a table, or None if there is no match."""


class _Tables(Field):
    """Tables that stay together for all boards; two tables after each other are the rooms of a match."""

    def __init__(self, tables: Sequence[TableResults]) -> None:
        self._tables = tables

    def pair(self, table: int, side: int) -> Pair:
        return pair_of(self._tables, table, side)

    def other_room(self, table: int) -> int | None:
        return table ^ 1 if table ^ 1 < len(self._tables) else None


def scored(
    deals: Sequence[Deal], tables: Sequence[TableResults], scoring: Scoring, conditions: Conditions
) -> tuple[ScoredBoard, ...]:
    """Return the boards that have a result, with the points of each table."""
    boards = [ScoredBoard(deal.board, lines) for deal in deals if (lines := _lines(deal, tables))]
    return score_boards(boards, _Tables(tables), scoring, conditions)


def score_boards(
    boards: Sequence[ScoredBoard],
    field: Field,
    scoring: FieldScoring,
    conditions: Conditions,
) -> tuple[ScoredBoard, ...]:
    """Return the boards with the points of each table; the given boards have none."""
    match scoring:
        case "mp":
            return _by_matchpoints(boards, field, conditions)
        case "imp":
            return tuple(_with(each, _by_imps(_scores(each), cross_imps)) for each in boards)
        case "butler":
            return tuple(_by_butler(each, conditions) for each in boards)
        case "bam" | "match":
            return tuple(_by_match(each, field, scoring) for each in boards)
        case "total":
            return tuple(_by_total(each) for each in boards)
        case _:
            assert_never(scoring)


def pair_of(tables: Sequence[TableResults], table: int, side: int) -> Pair:
    """Return the pair that sits on a side of a table: 0 is North-South, 1 is East-West."""
    entrants = tables[table].entrants
    return entrants[side] if entrants else (table, side)


def _lines(deal: Deal, tables: Sequence[TableResults]) -> tuple[Line, ...]:
    known = [(index, table.results.get(deal.board)) for index, table in enumerate(tables)]
    return tuple(
        Line(index, result, score_of(result, deal.vulnerable))
        for index, result in known
        if result is not None
    )


def score_of(result: Result, vulnerable: Vulnerability) -> TableScore:
    """Return the score of a result, with which it is compared."""
    match result.adjusted:
        case None:
            return result.score_ns
        case ArtificialScore():
            return result.adjusted
        case AssignScore():
            return weighted(result.adjusted, vulnerable)
        case _:
            assert_never(result.adjusted)


def _scores(of: ScoredBoard) -> list[TableScore]:
    return [line.score for line in of.lines]


def _with(of: ScoredBoard, points: Sequence[Both]) -> ScoredBoard:
    """Return the board `of` with points for each table, or without points if only one table has a score."""
    if len(of.lines) < LEAST_SCORES:
        return of
    return replace(of, lines=tuple(map(_won, of.lines, points)))


def _won(line: Line, points: Both | None) -> Line:
    return replace(line, points=points)


def _by_imps(
    scores: Sequence[TableScore], compared: Callable[[Sequence[Score]], Sequence[Fraction]]
) -> tuple[Both, ...]:
    return by_side(scores, compared, average_imps, neg)


# Matchpoints


def _by_matchpoints(
    boards: Sequence[ScoredBoard], field: Field, conditions: Conditions
) -> tuple[ScoredBoard, ...]:
    """Return the boards with matchpoints.

    Average plus and average minus depend on the pair's percentage on its other boards (Law 12C2), so the
    matchpoints of artificial scores are computed again after all others.
    """
    most = max((len(each.lines) for each in boards), default=0)
    first = [_matchpointed(each, most if conditions.neuberg else len(each.lines)) for each in boards]
    if not any(isinstance(line.score, Artificial) for each in first for line in each.lines):
        return tuple(first)
    sessions = _sessions(first, field)
    return tuple(_with_averages(each, field, sessions) for each in first)


def _matchpointed(of: ScoredBoard, expected: int) -> ScoredBoard:
    if len(of.lines) < LEAST_SCORES:
        return of
    return replace(_with(of, board(_scores(of), expected, WIN)), top=top(expected, WIN))


def _sessions(boards: Sequence[ScoredBoard], field: Field) -> dict[Pair, Fraction]:
    """Return each pair's percentage in the session, from the boards for which it has no artificial score."""
    won: dict[Pair, Fraction] = {}
    most: dict[Pair, Fraction] = {}
    for each in boards:
        for line in each.lines:
            if line.points is None or each.top is None or isinstance(line.score, Artificial):
                continue
            for side in (0, 1):
                pair = field.pair(line.table, side)
                won[pair] = won.get(pair, Fraction()) + line.points[side]
                most[pair] = most.get(pair, Fraction()) + each.top
    return {pair: percentage(points, of=most[pair]) for pair, points in won.items()}


def _with_averages(of: ScoredBoard, field: Field, sessions: Mapping[Pair, Fraction]) -> ScoredBoard:
    """Return a board with the matchpoints of artificial scores, which depend on the whole session.

    `sessions` has the percentage of each pair in the session.
    """

    def points(line: Line) -> Both | None:
        if line.points is None or of.top is None or not isinstance(line.score, Artificial):
            return line.points
        sides = line.score.north_south, line.score.east_west
        own, opponents = (
            of.top * average(kind, sessions.get(field.pair(line.table, side))) / 100
            for side, kind in enumerate(sides)
        )
        return own, opponents

    return replace(of, lines=tuple(_won(line, points(line)) for line in of.lines))


# Butler


def _by_butler(of: ScoredBoard, conditions: Conditions) -> ScoredBoard:
    north_south = [side_score(score, 0) for score in _scores(of)]
    points = [whole(score) for score in north_south if not isinstance(score, str | Share)]
    if len(of.lines) < LEAST_SCORES or not points:
        return _with(of, _by_imps(_scores(of), cross_imps))
    drop = _dropped(conditions, len(points))

    def compared(scores: Sequence[Score]) -> tuple[Fraction, ...]:
        return butler(scores, drop, conditions.nearest)

    middle = datum(points, drop, conditions.nearest)
    return replace(_with(of, _by_imps(_scores(of), compared)), datum=middle)


def _dropped(conditions: Conditions, scores: int) -> int:
    """Return how many of the best scores, and as many of the worst, the datum of a board leaves out."""
    if conditions.drop is None:
        return 1 if scores >= TABLES_FOR_DROP else 0
    return min(conditions.drop, (scores - 1) // 2)


# Total points


def _by_total(of: ScoredBoard) -> ScoredBoard:
    """Return a board with each side's own points, less those of its opponents."""

    def own(scores: Sequence[Score]) -> list[Fraction]:
        return [Fraction(whole(score)) for score in scores]

    return _with(of, by_side(_scores(of), own, average_points, neg))


# Matches of two rooms


def _by_match(of: ScoredBoard, field: Field, scoring: Literal["bam", "match"]) -> ScoredBoard:
    known = {line.table: line for line in of.lines}
    worth = team_matchpoints if scoring == "bam" else team_imps

    def points(line: Line) -> Both | None:
        """Return the points of the teams that sit North-South and East-West at the table of `line`.

        Returns None if the other room of the match has no score, unless this score is an artificial one.
        """
        other = field.other_room(line.table)
        if other is None:
            return None
        there = known.get(other)
        if there is None:
            return _unopposed(line.score, worth) if isinstance(line.score, Artificial) else None
        return worth(line.score, there.score), worth(there.score, line.score)

    lines = tuple(_won(line, points(line)) for line in of.lines)
    return replace(of, lines=lines, top=top(2, WIN) if scoring == "bam" else None)


def _unopposed(score: Artificial, worth: Callable[[TableScore, TableScore | None], Fraction]) -> Both:
    """Return the points of both teams for an artificial score on a board that the other room never played."""
    east_west, north_south = side_score(score, 1), side_score(score, 0)
    if not isinstance(east_west, str | Share) or not isinstance(north_south, str | Share):
        raise TypeError(f"expected an artificial score, got {score}")
    return worth(score, None), worth(Shares(east_west, north_south), None)
