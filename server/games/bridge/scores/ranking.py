"""Travellers and rankings: the comparison of boards that several tables have played.

North-South pairs are ranked apart from East-West pairs, because they have never held the same cards. If a
pair has results in both directions, as in a Howell movement, there is one ranking of all pairs. At
board-a-match the teams are ranked; a table without a second room is left out.

Pairs and teams are ranked by their average on the boards that could be compared, so that boards which a table
did not play neither help nor hurt its pairs. Equal averages share a place.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from protocol.v1.bridge import (
    ArtificialScore,
    Comparison,
    Deal,
    Ranked,
    Ranking,
    Scoring,
    TableCompared,
    Traveller,
    TravellerLine,
)
from server.games.base import TableResults
from server.games.bridge.scores.comparison import Points, percentage, ranks, rounded
from server.games.bridge.scores.points import Conditions, Line, Pair, ScoredBoard, pair_of, scored

Entrants = Literal["NS", "EW", "pairs", "teams"]
_DIRECTIONS: tuple[Entrants, Entrants] = ("NS", "EW")


class _Entrant(Struct, frozen=True):
    """A pair or a team: its players, its tables, and its points on each of its boards.

    `points` has the points on each board together with the maximum of the board, which is 0 at IMPs.
    """

    players: tuple[str | None, ...]
    tables: tuple[int, ...]
    points: tuple[tuple[Fraction, Fraction], ...]


def compare(
    deals: Sequence[Deal],
    tables: Sequence[TableResults],
    scoring: Scoring,
    conditions: Conditions | None = None,
) -> Comparison:
    """Return the comparison of boards: a traveller for each board, and the ranking of the pairs or teams.

    `deals` are boards with different numbers in the order of play; boards without a result are left out. By
    default the conditions of the contest are those of `Conditions()`.
    """
    numbered = {deal.board: deal for deal in deals}
    boards = scored(deals, tables, scoring, conditions or Conditions())
    return Comparison(
        scoring,
        tuple(TableCompared(each.name, _seated(each)) for each in tables),
        tuple(_traveller(each, numbered[each.number]) for each in boards),
        _of_teams(boards, tables) if scoring == "bam" else _of_pairs(boards, tables),
    )


def _seated(table: TableResults) -> tuple[str | None, str | None, str | None, str | None]:
    north, east, south, west = (*table.players, None, None, None, None)[:4]
    return north, east, south, west


# Travellers


def _traveller(board: ScoredBoard, deal: Deal) -> Traveller:
    highest = None if board.top is None else hundredths(board.top)
    lines = tuple(_told(line) for line in sorted(board.lines, key=_order))
    return Traveller(deal.board, deal.dealer, deal.vulnerable, lines, highest, board.datum)


def _order(line: Line) -> tuple[bool, int, int]:
    return isinstance(line.score, ArtificialScore), -line.result.score_ns, line.table


def _told(line: Line) -> TravellerLine:
    if line.points is None:
        return TravellerLine(line.table, line.result)
    return TravellerLine(line.table, line.result, *map(hundredths, line.points))


def hundredths(points: Points) -> float:
    """Return points rounded to hundredths, a half away from 0, so that both sides are rounded alike.

    >>> hundredths(Fraction(1, 3)), hundredths(Fraction(-1, 200))
    (0.33, -0.01)
    """
    return rounded(100 * points) / 100


# Rankings


def _of_pairs(boards: Sequence[ScoredBoard], tables: Sequence[TableResults]) -> tuple[Ranking, ...]:
    seats: dict[Pair, list[tuple[int, int]]] = {}
    for side in (0, 1):
        for table in range(len(tables)):
            seats.setdefault(pair_of(tables, table, side), []).append((table, side))
    pairs = [(at[0][1], _pair(boards, tables, at)) for at in seats.values()]
    if any(side != at[0][1] for at in seats.values() for _, side in at):
        return (_ranking("pairs", [pair for _, pair in pairs]),)
    return tuple(
        _ranking(entrants, [pair for its_side, pair in pairs if its_side == side])
        for side, entrants in enumerate(_DIRECTIONS)
    )


def _pair(
    boards: Sequence[ScoredBoard], tables: Sequence[TableResults], seats: Sequence[tuple[int, int]]
) -> _Entrant:
    """Return the pair that sat at the tables and on the sides in `seats`, with its points."""
    first, side = seats[0]
    sides = dict(seats)
    points = tuple(
        (line.points[sides[line.table]], board.top or Fraction())
        for board in boards
        for line in board.lines
        if line.points is not None and line.table in sides
    )
    return _Entrant(_partners(tables[first], side), tuple(sorted(sides)), points)


def _partners(table: TableResults, side: int) -> tuple[str | None, str | None]:
    players = _seated(table)
    return players[side], players[side + 2]


def _of_teams(boards: Sequence[ScoredBoard], tables: Sequence[TableResults]) -> tuple[Ranking, ...]:
    rooms: dict[tuple[Pair, Pair], list[int]] = {}
    for table in range(len(tables) - len(tables) % 2):
        team = pair_of(tables, table, 0), pair_of(tables, table ^ 1, 1)
        rooms.setdefault(team, []).append(table)
    return (_ranking("teams", [_team(boards, tables, at) for at in rooms.values()]),)


def _team(boards: Sequence[ScoredBoard], tables: Sequence[TableResults], rooms: Sequence[int]) -> _Entrant:
    """Return the team with the North-South pair at the tables `rooms`, with its points."""
    points = []
    for board in boards:
        known = {line.table: line.points for line in board.lines}
        for room in rooms:
            here, there = known.get(room), known.get(room ^ 1)
            if here is not None:
                points.append((here[0], board.top or Fraction()))
            elif there is not None:
                points.append((there[1], board.top or Fraction()))
    first = rooms[0]
    players = (*_partners(tables[first], 0), *_partners(tables[first ^ 1], 1))
    return _Entrant(players, tuple(table for room in rooms for table in (room, room ^ 1)), tuple(points))


def _ranking(entrants: Entrants, listed: Sequence[_Entrant]) -> Ranking:
    """Return the ranking of the pairs or teams; those without a compared board are last, without a place."""
    averages = [(each, _average(each)) for each in listed if each.points]
    places = zip(averages, ranks([average for _, average in averages]), strict=True)
    ordered = sorted(places, key=lambda place: -place[0][1])
    ranked = [_ranked(each, place, average) for (each, average), place in ordered]
    return Ranking(entrants, (*ranked, *(_ranked(each, None, None) for each in listed if not each.points)))


def _average(entrant: _Entrant) -> Fraction:
    """Return a pair's or team's percentage of the maximum points or, at IMPs, its mean per board."""
    total = sum((points for points, _ in entrant.points), Fraction())
    most = sum((highest for _, highest in entrant.points), Fraction())
    return percentage(total, of=most) if most else total / len(entrant.points)


def _ranked(entrant: _Entrant, place: str | None, average: Fraction | None) -> Ranked:
    total = sum((points for points, _ in entrant.points), Fraction())
    return Ranked(
        place,
        entrant.players,
        entrant.tables,
        hundredths(total),
        None if average is None else hundredths(average),
        len(entrant.points),
    )
