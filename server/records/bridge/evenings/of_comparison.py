"""The comparison of tables that have played the same boards, as an evening to export."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from protocol.v1.bridge import Comparison, Ranked, Ranking, TravellerLine
from server.records.bridge.evenings.evening import Board, Entrant, Evening, Person, Points, Result
from server.records.bridge.evenings.of_event import line_of

Seats = dict[tuple[int, int], str]
"""The number of the pair or team on each side of each table, by the index of the table and the side."""


def of_comparison(comparison: Comparison, title: str) -> Evening:
    """Return a comparison as an evening.

    A pair that sits in one direction has the number of its first table and its direction, such as `1NS`;
    other pairs, and teams, are numbered by their ranks.
    """
    seats: Seats = {}
    entrants: list[Entrant] = []
    for ranking in comparison.rankings:
        for each in ranking.places:
            number = _number(ranking, each, len(entrants))
            seats.update(dict.fromkeys(_seats(comparison, ranking, each), number))
            entrants.append(_entrant(comparison, ranking, each, number))
    return Evening(
        title=title,
        scoring=comparison.scoring,
        form="teams" if comparison.scoring == "bam" else "pairs",
        winners=2 if len(comparison.rankings) == 2 else 1,
        entrants=tuple(entrants),
        boards=tuple(
            Board(traveller.board, tuple(_line(line, seats) for line in traveller.lines))
            for traveller in comparison.travellers
        ),
    )


def _number(ranking: Ranking, ranked: Ranked, before: int) -> str:
    if ranking.entrants in ("NS", "EW"):
        return f"{ranked.tables[0] + 1}{ranking.entrants}"
    return str(before + 1)


def _seats(comparison: Comparison, ranking: Ranking, ranked: Ranked) -> list[tuple[int, int]]:
    """Return the tables and sides at which a pair or a team sat."""
    match ranking.entrants:
        case "NS":
            return [(table, 0) for table in ranked.tables]
        case "EW":
            return [(table, 1) for table in ranked.tables]
        case "pairs":
            return [(table, _side(comparison, table, ranked)) for table in ranked.tables]
        case "teams":
            return [(table, index % 2) for index, table in enumerate(ranked.tables)]


def _side(comparison: Comparison, table: int, ranked: Ranked) -> Literal[0, 1]:
    north, _, south, _ = comparison.tables[table].players
    return 0 if (north, south) == ranked.players[:2] else 1


def _entrant(comparison: Comparison, ranking: Ranking, ranked: Ranked, number: str) -> Entrant:
    in_percent = comparison.scoring in ("mp", "bam")
    return Entrant(
        number,
        tuple(Person(name or "") for name in ranked.players),
        direction=ranking.entrants if ranking.entrants in ("NS", "EW") else "",
        total=_exact(ranked.points),
        percent=_exact(ranked.average) if in_percent else None,
        place=ranked.place or "",
        boards=ranked.boards,
    )


def _line(line: TravellerLine, seats: Seats) -> Result:
    own, other = (
        seats.get((line.table, side), f"{line.table + 1}{direction}")
        for side, direction in enumerate(("NS", "EW"))
    )
    points: Points = _exact(line.north_south), _exact(line.east_west)
    return line_of(line.result, ((own,), (other,)), points)


def _exact(points: float | None) -> Fraction | None:
    """Return points that are told in hundredths as an exact number."""
    return None if points is None else Fraction(round(100 * points), 100)
