"""An evening counted again from its scores, and where this differs from what its program wrote.

Scoring programs write the matchpoints of a traveller as they are won from the other lines of the board. If a
line has an artificial score, those of the others are scaled by Neuberg's formula. Totals count every board
in full: those of boards with fewer results are scaled by Neuberg's formula, and those of entrants with fewer
boards are scaled to the most boards that an entrant played.

Some programs count a point and a half at matchpoints in place of 2 and 1, or add the IMPs against the other
tables in place of taking their mean. An evening is counted on the scale that explains most of its lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal, assert_never

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.bridge import Result as BridgeResult
from server.events.ranking import Field, Row, rank
from server.games.base import Award, FieldResult, SidePoints
from server.games.bridge import scoring as contract_scores
from server.games.bridge.competing import BridgeCompeting
from server.games.bridge.scores.points import FieldScoring
from server.games.bridge.state import EarlierBoard
from server.records.bridge.evenings.evening import Board, Entrant, Evening, Result

Both = tuple[Fraction, Fraction]
Line = tuple[int, int]
"""A line of a traveller: the index of its board, and its index among the results of the board."""
Scale = Literal["usual", "halves", "sums"]
"""The size of a program's points: with a half for an equal score, or IMPs added up over the other tables."""
_OTHER_SCALES: dict[FieldScoring, Scale] = {"mp": "halves", "imp": "sums"}
_ROUNDED = Fraction(1, 20)
"""The most by which points may differ that a program has rounded to tenths."""


class Difference(Struct, frozen=True):
    """A line whose points in the file are not those of its score, or an entrant with another total.

    `line` is None for a total, and `entrant` is None for a line.
    """

    line: Line | None
    entrant: str | None
    told: tuple[Fraction | None, ...]
    counted: tuple[Fraction, ...]


class Recount(Struct, frozen=True):
    """An evening counted again.

    `points` are those of each line of each board, None for a line that cannot be compared. `rows` are the
    ranking. `adjusted` are the lines that count as the director's artificial score although they may have a
    score: the points of all other lines of their board show it.
    """

    scoring: FieldScoring
    points: tuple[tuple[Both | None, ...], ...]
    rows: tuple[Row, ...]
    adjusted: frozenset[Line]
    differences: tuple[Difference, ...]


def recount(evening: Evening, scoring: FieldScoring | None = None) -> Recount:
    """Return the points and the ranking of an evening by its scores.

    Without `scoring`, boards are scored as the evening says. By another scoring than its own, the points of
    the file do not count, and there are no differences.
    """
    word = scoring or evening.scoring
    own = word == evening.scoring
    rules = _Rules(_scale(evening, word) if own else "usual")
    adjusted = frozenset(
        (at, line)
        for at, board in enumerate(evening.boards)
        for line in (_adjusted(board, word, rules) if own else ())
    )
    points = tuple(
        _board_points(board, word, {line for board_at, line in adjusted if board_at == at}, rules)
        for at, board in enumerate(evening.boards)
    )
    rows = _rows(evening, word, adjusted, rules)
    differences = (*_lines(evening, points, adjusted), *_totals(evening, rows)) if own else ()
    return Recount(word, points, rows, adjusted, differences)


class _Rules(BridgeCompeting):
    """The scorings of bridge, on the scale of the program of an evening."""

    def __init__(self, scale: Scale) -> None:
        self.scale = scale

    def scored(
        self, results: Sequence[FieldResult], scoring: str, terms: Mapping[str, object]
    ) -> tuple[SidePoints | None, ...]:
        found = super().scored(results, scoring, terms)
        return tuple(None if each is None else self._scaled(each) for each in found)

    def _scaled(self, each: SidePoints) -> SidePoints:
        match self.scale:
            case "usual":
                return each
            case "halves":
                times = Fraction(1, 2)
            case "sums":
                times = Fraction(each.others)
            case _:
                assert_never(self.scale)
        return replace(each, points=tuple(own * times for own in each.points), top=each.top * times)


def _scale(evening: Evening, scoring: FieldScoring) -> Scale:
    """Return the scale on which the scores explain most lines of an evening, the usual one if none does."""
    other: Scale | None = _OTHER_SCALES.get(scoring)
    if other is None:
        return "usual"

    def explained(scale: Scale) -> int:
        rules = _Rules(scale)
        return sum(
            None not in each.points and found is not None and any(found) and _same(each.points, found)
            for board in evening.boards
            for each, found in zip(board.results, _board_points(board, scoring, set(), rules), strict=True)
        )

    return other if explained(other) > explained("usual") else "usual"


def _board_points(
    board: Board, scoring: FieldScoring, adjusted: set[int], rules: _Rules
) -> tuple[Both | None, ...]:
    """Return the points of each line of one board, compared with the other lines alone."""
    results = _field_results(board, 0, scoring, adjusted, rules.scale)
    scored = rules.scored(results, scoring, {"neuberg": False})
    return tuple(None if each is None else _both(each) for each in scored)


def _both(points: SidePoints) -> Both:
    north_south, east_west = points.points
    return north_south, east_west


def _field_results(
    board: Board, deal: int, scoring: FieldScoring, adjusted: set[int], scale: Scale
) -> list[FieldResult]:
    vulnerable = contract_scores.vulnerability_of(board.number)
    results = []
    for index, each in enumerate(board.results):
        own, others = ("+".join(side) for side in each.sides)
        awards = _awards(each, len(board.results), scoring, scale, given=index in adjusted)
        played = None
        if awards is None and each.score is not None:
            played = EarlierBoard(board.number, vulnerable, BridgeResult(each.score))
        results.append(FieldResult(deal, (own, others), played, awards, each.round))
    return results


def _awards(
    result: Result, lines: int, scoring: FieldScoring, scale: Scale, given: bool
) -> tuple[Award, ...] | None:
    """Return the artificial score of a line: the points it was given or, without them, its percentages."""
    if result.score is not None and not given:
        return None
    own, others = result.points
    in_percent = scoring in ("mp", "bam")
    if own is not None and others is not None and (given or result.percent is None):
        win = 1 if scale == "halves" else 2
        top = win * (lines - 1) if scoring == "mp" else 2
        tables = max(lines - 1, 1) if scale == "sums" else 1
        times = Fraction(10_000, max(top, 1)) if in_percent else Fraction(100, tables)
        return round(own * times), round(others * times)
    if result.percent is None:
        return None
    if in_percent:
        return tuple(round(100 * each) for each in result.percent)
    # Average plus is 60 per cent, or 3 IMPs (Law 12C2).
    return tuple(round(30 * (each - 50)) for each in result.percent)


def _adjusted(board: Board, scoring: FieldScoring, rules: _Rules) -> frozenset[int]:
    """Return the lines of a board that count by the points they were given, not by their score.

    A line without a score is one if the file gives it other points than its percentages. A line with a score
    is one if without it the points of all other lines of the board come out as the file has them.
    """
    told = frozenset(
        index
        for index, each in enumerate(board.results)
        if each.score is None and each.percent is not None and None not in each.points
    )
    if scoring not in ("mp", "imp") or not _wrong(board, scoring, told, rules):
        return told
    for index, each in enumerate(board.results):
        if each.score is not None and None not in each.points:
            with_one = told | {index}
            if not _wrong(board, scoring, with_one, rules):
                return with_one
    return told


def _wrong(board: Board, scoring: FieldScoring, adjusted: frozenset[int], rules: _Rules) -> bool:
    points = _board_points(board, scoring, set(adjusted), rules)
    return any(not _same(each.points, found) for each, found in zip(board.results, points, strict=True))


def _same(told: Sequence[Fraction | None], counted: Sequence[Fraction] | None) -> bool:
    return counted is None or all(
        own is None or abs(own - found) <= _ROUNDED for own, found in zip(told, counted, strict=True)
    )


def completed(evening: Evening, counted: Recount) -> Evening:
    """Return an evening with the counted points, totals and places where it tells none.

    An entrant without a place, in an evening that tells others, is not ranked and gets none. If the evening
    was counted by another scoring than its own, all of them are the counted ones.
    """
    other = counted.scoring != evening.scoring
    boards = tuple(
        replace(
            board,
            results=tuple(_with_points(*both, other) for both in zip(board.results, points, strict=True)),
        )
        for board, points in zip(evening.boards, counted.points, strict=True)
    )
    known = evening.by_number
    listed = {row.entry: known.get(row.entry, Entrant(row.entry)) for row in counted.rows}
    untold = other or not any(each.place for each in listed.values())
    entrants = {row.entry: _with_total(listed[row.entry], row, other, untold) for row in counted.rows}
    ordered = {number: entrants[number] for number in known if number in entrants} | entrants
    return replace(
        evening,
        scoring=counted.scoring,
        boards=boards,
        entrants=tuple(ordered.values()),
        matches=() if other else evening.matches,
        victory_points=evening.victory_points and not other,
    )


def _with_points(result: Result, points: Both | None, other: bool) -> Result:
    if other or result.points == (None, None):
        return replace(result, points=(None, None) if points is None else points)
    return result


def _with_total(entrant: Entrant, row: Row, other: bool, untold: bool) -> Entrant:
    total, percent = Fraction(row.total, 100), None if row.percent is None else Fraction(row.percent, 100)
    return replace(
        entrant,
        total=total if other or (entrant.total is None and entrant.percent is None) else entrant.total,
        percent=percent if other or (entrant.total is None and entrant.percent is None) else entrant.percent,
        place=row.place if untold else entrant.place,
        boards=row.deals if other or entrant.boards is None else entrant.boards,
    )


# The ranking


def _rows(
    evening: Evening, scoring: FieldScoring, adjusted: frozenset[Line], rules: _Rules
) -> tuple[Row, ...]:
    results = [
        each
        for at, board in enumerate(evening.boards)
        for each in _field_results(
            board, at, scoring, {line for board_at, line in adjusted if board_at == at}, rules.scale
        )
    ]
    entries = _entries(evening)
    lists = (
        {each.number: int(each.direction == "EW") for each in evening.entrants}
        if evening.winners == 2
        else {}
    )
    if evening.form == "individual":
        return _individual(evening, entries, results, scoring, rules)
    ranked = {each.number for each in evening.entrants if each.place}
    out = frozenset(entries) - ranked if ranked else frozenset()
    scale = "wbf" if evening.victory_points and scoring in ("imp", "butler", "match") else ""
    field = Field(scoring, entries, tuple(results), scale=scale, lists=lists, out=out)
    return rank(field, rules).rows


def _entries(evening: Evening) -> tuple[str, ...]:
    """Return the numbers of the entrants, and of those that only stand on travellers."""
    seen = dict.fromkeys(each.number for each in evening.entrants)
    for board in evening.boards:
        for result in board.results:
            for side in result.sides:
                seen.update(dict.fromkeys(side))
    return tuple(seen)


def _individual(
    evening: Evening,
    entries: Sequence[str],
    results: Sequence[FieldResult],
    scoring: FieldScoring,
    rules: _Rules,
) -> tuple[Row, ...]:
    """Return the ranking of single players, each of which gets the points of its side."""
    points = rules.scored(results, scoring, {})
    singles: list[FieldResult] = []
    worth: list[SidePoints | None] = []
    sides = [each.sides for board in evening.boards for each in board.results]
    for result, scored, pair in zip(results, points, sides, strict=True):
        for side, own in zip(pair, () if scored is None else scored.points, strict=False):
            for player in side:
                singles.append(FieldResult(result.deal, (player,), True))
                worth.append(SidePoints((own,), scored.top if scored else Fraction()))
    return rank(Field(scoring, tuple(entries), tuple(singles)), _Counted(tuple(worth))).rows


class _Counted(BridgeCompeting):
    """Results whose points are known."""

    def __init__(self, points: tuple[SidePoints | None, ...]) -> None:
        self._points = points

    def scored(
        self, results: Sequence[FieldResult], scoring: str, terms: Mapping[str, object]
    ) -> tuple[SidePoints | None, ...]:
        return self._points


# Differences


def _lines(
    evening: Evening, points: Sequence[Sequence[Both | None]], adjusted: frozenset[Line]
) -> list[Difference]:
    found = []
    for at, board in enumerate(evening.boards):
        for line, result in enumerate(board.results):
            counted = points[at][line]
            if counted is not None and (at, line) not in adjusted and not _same(result.points, counted):
                found.append(Difference((at, line), None, result.points, counted))
    return found


def _totals(evening: Evening, rows: Sequence[Row]) -> list[Difference]:
    counted = {row.entry: row for row in rows}
    return [
        difference
        for each in evening.entrants
        if each.number in counted and (difference := _total(each, counted[each.number])) is not None
    ]


def _total(entrant: Entrant, row: Row) -> Difference | None:
    told, own = (entrant.percent, row.percent) if row.percent is not None else (entrant.total, row.total)
    if told is None or abs(told - Fraction(own, 100)) <= Fraction(1, 100):
        return None
    return Difference(None, entrant.number, (told,), (Fraction(own, 100),))
