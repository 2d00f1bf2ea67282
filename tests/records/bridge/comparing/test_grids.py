"""Tests of the rows and columns of a printed comparison."""

from __future__ import annotations

from typing import get_args

import pytest

from protocol.v1.bridge import (
    Comparison,
    Contract,
    Ranked,
    Ranking,
    Result,
    Scoring,
    Seat,
    Strain,
    Traveller,
    TravellerLine,
    Vulnerability,
)
from protocol.v1.bridge import TableCompared as Table
from server.games.bridge.rules import BRIDGE
from server.records.bridge.comparing.grids import SCORINGS, rankings, summary, travellers
from tests.records.bridge.comparing.played import evening


def board(
    result: Result, vulnerable: Vulnerability = Vulnerability.NONE, scoring: Scoring = "imp"
) -> Comparison:
    """Return the comparison of a board that one table has played."""
    traveller = Traveller(7, Seat.SOUTH, vulnerable, (TravellerLine(0, result),))
    return Comparison(scoring, (Table("A", ("n", "e", "s", "w")),), (traveller,), ())


def cells(result: Result, symbols: bool = False) -> tuple[str, ...]:
    """Return the contract, the declarer, the tricks and both scores of a result as printed."""
    (grid,) = travellers(board(result), symbols)
    return grid.rows[0][3:8]


def test_every_scoring_has_a_name() -> None:
    assert BRIDGE.comparing is not None
    assert tuple(SCORINGS) == get_args(Scoring) == tuple(BRIDGE.comparing.scorings)


def test_the_summary_counts_tables_and_boards() -> None:
    assert summary(evening()) == "Matchpoints, 3 tables, 3 boards"
    assert summary(board(Result(0), scoring="butler")) == "Butler IMPs, 1 table, 1 board"


@pytest.mark.parametrize(
    ("result", "printed"),
    [
        (Result(430, Contract(3, Strain.NOTRUMP, Seat.NORTH), 10), ("3NT", "N", "+1", "430", "")),
        (Result(-420, Contract(4, Strain.HEARTS, Seat.WEST), 10), ("4H", "W", "=", "", "420")),
        (Result(-800, Contract(5, Strain.CLUBS, Seat.SOUTH, 2), 7), ("5CX", "S", "-4", "", "800")),
        (Result(640, Contract(1, Strain.DIAMONDS, Seat.EAST, 4), 5), ("1DXX", "E", "-2", "640", "")),
        (Result(0), ("passed out", "", "", "0", "")),
    ],
)
def test_a_result_is_in_the_column_of_the_side_that_scored(result: Result, printed: tuple[str, ...]) -> None:
    assert cells(result) == printed


def test_suits_are_letters_or_symbols_and_no_trumps_is_nt() -> None:
    for strain, symbol in zip(Strain, ("\u2663", "\u2666", "\u2665", "\u2660", "NT"), strict=True):
        result = Result(-50, Contract(1, strain, Seat.NORTH, 2), 6)
        assert (cells(result)[0], cells(result, symbols=True)[0]) == (f"1{strain}X", f"1{symbol}X")


@pytest.mark.parametrize(
    ("vulnerable", "title"),
    [
        (Vulnerability.NONE, "none vulnerable"),
        (Vulnerability.NS, "North-South vulnerable"),
        (Vulnerability.EW, "East-West vulnerable"),
        (Vulnerability.BOTH, "both vulnerable"),
    ],
)
def test_the_title_of_a_traveller(vulnerable: Vulnerability, title: str) -> None:
    (grid,) = travellers(board(Result(0), vulnerable))
    assert grid.title == f"Board 7: South deals, {title}"


def test_points_that_cannot_be_compared_are_a_dash() -> None:
    (grid,) = travellers(board(Result(0)))
    assert grid.rows[0][8:] == ("-", "-")


@pytest.mark.parametrize(
    ("scoring", "points", "printed"),
    [
        ("mp", 12.6, "12.6"),
        ("mp", 20.0, "20"),
        ("bam", 0.0, "0"),
        ("imp", 10.0, "10.00"),
        ("butler", -0.5, "-0.50"),
    ],
)
def test_the_decimals_of_points(scoring: Scoring, points: float, printed: str) -> None:
    ranked = Ranked("1", ("n", "s"), (0,), points, points, 1)
    table = Table("A", ("n", "e", "s", "w"))
    (grid,) = rankings(Comparison(scoring, (table,), (), (Ranking("pairs", (ranked,)), Ranking("EW", ()))))
    assert grid.title == "Pairs"
    assert grid.rows == (("1", "n & s", "A", "1", printed, f"{points:.2f}"),)


def test_a_pair_without_a_place() -> None:
    ranked = Ranked(None, ("n", None), (0, 1), 0.0, None, 0)
    tables = (Table("A", ("n", "e", None, "w")), Table("B", (None,) * 4))
    (grid,) = rankings(Comparison("mp", tables, (), (Ranking("NS", (ranked,)),)))
    assert [column.heading for column in grid.columns] == [
        "Place",
        "Players",
        "Tables",
        "Boards",
        "Points",
        "%",
    ]
    assert grid.rows == (("-", "n & empty seat", "A, B", "0", "0", "-"),)


def test_total_points_have_their_own_headings() -> None:
    comparison = evening("total")
    assert [column.heading for column in rankings(comparison)[0].columns][-2:] == ["Points", "Points a board"]
    assert travellers(comparison)[0].columns[-1].heading == "EW points"
