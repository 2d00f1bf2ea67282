"""The texts of a printed comparison in rows and columns: a grid for each ranking and each traveller."""

from __future__ import annotations

from collections.abc import Sequence

from protocol.v1.bridge import (
    ArtificialScore,
    Comparison,
    Ranking,
    Result,
    Seat,
    Traveller,
    TravellerLine,
    Vulnerability,
)
from protocol.words import with_count
from server.records.bridge.outcome import outcome
from server.records.printed.grids import Column, Grid
from server.text import clean

SCORINGS = {
    "mp": "Matchpoints",
    "imp": "Cross-IMPs",
    "butler": "Butler IMPs",
    "bam": "Board-a-match",
    "total": "Total points",
}
"""The names of the scorings in headings."""
_ENTRANTS = {"NS": "North-South", "EW": "East-West", "pairs": "Pairs", "teams": "Teams"}
VULNERABLE = {
    Vulnerability.NONE: "none vulnerable",
    Vulnerability.NS: "North-South vulnerable",
    Vulnerability.EW: "East-West vulnerable",
    Vulnerability.BOTH: "both vulnerable",
}


def summary(comparison: Comparison) -> str:
    """Return a line with the scoring and the numbers of tables and boards."""
    tables = with_count(len(comparison.tables), "table")
    boards = with_count(len(comparison.travellers), "board")
    return f"{SCORINGS[comparison.scoring]}, {tables}, {boards}"


def rankings(comparison: Comparison) -> tuple[Grid, ...]:
    """Return a grid for each ranking that has pairs or teams."""
    return tuple(_ranking(comparison, each) for each in comparison.rankings if each.places)


def travellers(comparison: Comparison, symbols: bool = False) -> tuple[Grid, ...]:
    """Return a grid for each board; with `symbols`, suits are written as symbols in place of letters."""
    return tuple(_traveller(comparison, each, symbols) for each in comparison.travellers)


# Rankings


def _ranking(comparison: Comparison, ranking: Ranking) -> Grid:
    percent = comparison.scoring in ("mp", "bam")
    unit = "IMPs" if comparison.scoring in ("imp", "butler") else "Points"
    columns = (
        Column("Place"),
        Column("Players"),
        Column("Tables" if any(len(each.tables) > 1 for each in ranking.places) else "Table"),
        Column("Boards", right=True),
        Column(unit, right=True),
        Column("%" if percent else f"{unit} a board", right=True),
    )
    rows = tuple(
        (
            each.place or "-",
            _names(each.players),
            ", ".join(clean(comparison.tables[table].name) for table in each.tables),
            str(each.boards),
            _points(comparison, each.points),
            "-" if each.average is None else f"{each.average:.2f}",
        )
        for each in ranking.places
    )
    return Grid(_ENTRANTS[ranking.entrants], columns, rows, named=1)


def _names(players: Sequence[str | None]) -> str:
    """Return the names of one pair, or of two pairs with a comma between them."""
    names = [clean(name) if name else "empty seat" for name in players]
    return ", ".join(" & ".join(names[first : first + 2]) for first in range(0, len(names), 2))


def _points(comparison: Comparison, points: float | None) -> str:
    """Return points as text, with two decimals at IMPs."""
    if points is None:
        return "-"
    if comparison.scoring not in ("imp", "butler"):
        return f"{points:.2f}".rstrip("0").rstrip(".")
    return f"{points:.2f}"


# Travellers


def _traveller(comparison: Comparison, traveller: Traveller, symbols: bool) -> Grid:
    unit = "IMPs" if comparison.scoring in ("imp", "butler") else "points"
    columns = (
        Column("Table"),
        Column("North-South"),
        Column("East-West"),
        Column("Contract"),
        Column("By"),
        Column("Tricks"),
        Column("NS score", right=True),
        Column("EW score", right=True),
        Column(f"NS {unit}", right=True),
        Column(f"EW {unit}", right=True),
    )
    rows = tuple(_line(comparison, line, symbols) for line in traveller.lines)
    return Grid(_title(comparison, traveller), columns, rows)


def _title(comparison: Comparison, traveller: Traveller) -> str:
    facts = [f"{Seat(traveller.dealer).name.title()} deals", VULNERABLE[traveller.vulnerable]]
    if traveller.top is not None:
        facts.append(f"top {_points(comparison, traveller.top)}")
    if traveller.datum is not None:
        facts.append(f"datum {traveller.datum}")
    return f"Board {traveller.board}: {', '.join(facts)}"


def _line(comparison: Comparison, line: TravellerLine, symbols: bool) -> tuple[str, ...]:
    table = comparison.tables[line.table]
    north, east, south, west = table.players
    return (
        clean(table.name),
        _names((north, south)),
        _names((east, west)),
        *outcome(line.result, symbols),
        *_scores(line.result),
        _points(comparison, line.north_south),
        _points(comparison, line.east_west),
    )


def _scores(result: Result) -> tuple[str, str]:
    """Return the points in the column of the side that scored, as on a paper traveller.

    If a director gave the two sides different scores, both columns have a score.
    """
    if isinstance(result.adjusted, ArtificialScore):
        return "", ""
    if result.score_ew is not None:
        return str(result.score_ns), str(result.score_ew)
    return ("", str(-result.score_ns)) if result.score_ns < 0 else (str(result.score_ns), "")
