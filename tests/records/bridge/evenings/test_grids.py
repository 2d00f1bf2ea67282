"""Tests of the texts of an evening in rows and columns."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from protocol.v1.bridge import Contract, Seat, Strain
from server.records.bridge.evenings import grids
from server.records.bridge.evenings.evening import Board, Entrant, Evening, Person, Result
from server.records.bridge.evenings.recount import completed, recount
from tests.records.bridge.evenings.clubs import real, scores, two_tables


def full(evening: Evening) -> Evening:
    """Return an evening with all its numbers."""
    return completed(evening, recount(evening))


def test_a_ranking_has_places_names_totals_and_percentages_in_the_order_of_the_places() -> None:
    (grid,) = grids.rankings(full(two_tables()))
    assert [column.heading for column in grid.columns][-2:] == ["Matchpoints", "%"]
    assert grid.rows == (
        ("1=", "1", "Ann & Bob", "2", "3.00", "75.00"),
        ("1=", "4", "Gus & Hal", "2", "3.00", "75.00"),
        ("3=", "2", "=Eve & Fay", "2", "1.00", "25.00"),
        ("3=", "3", "Cay & Dan", "2", "1.00", "25.00"),
    )


def test_two_winners_have_a_ranking_each_and_imps_have_no_percentages() -> None:
    evening = real("tuesday_rookie")
    assert [(grid.title, len(grid.rows)) for grid in grids.rankings(evening)] == [
        ("North-South", 8),
        ("East-West", 8),
    ]
    by_imps = completed(evening, recount(evening, "imp"))
    assert grids.rankings(by_imps)[0].columns[-1].heading == "IMPs"


def test_a_traveller_begins_with_the_best_score_and_ends_with_artificial_ones() -> None:
    contract = Contract(4, Strain.SPADES, Seat.SOUTH, 2)
    board = Board(
        3,
        (
            Result((("3",), ("4",)), percent=(Fraction(60), Fraction(40))),
            Result((("5",), ("6",)), 0, passed_out=True),
            Result((("1",), ("2",)), 590, contract, 10, lead="QC"),
        ),
    )
    (grid,) = grids.travellers(full(Evening(boards=(board,))), symbols=True)
    assert grid.title == "Board 3: South deals, East-West vulnerable"
    assert [row[4:10] for row in grid.rows] == [
        ("4♠X", "S", "QC", "=", "590", ""),
        ("passed out", "", "", "", "0", ""),
        ("60% / 40%", "", "", "", "", ""),
    ]


def test_the_summary_counts_pairs_and_boards() -> None:
    evening = replace(two_tables(), club="Bridge Club")
    assert grids.summary(evening) == "Bridge Club, 2026-11-27, Matchpoints, 4 pairs, 2 boards"


def test_notes_tell_rulings_lines_and_totals_that_do_not_come_out() -> None:
    evening = real("thursday_open_adjusted")
    notes = grids.notes(evening, recount(evening))
    assert notes[0] == "board 1: 1NS against 1EW has 20 and 20 by the director's ruling"
    assert "board 4: 1NS against 21EW has 21 and 19, and its score gives 19 and 21" in notes
    assert "1NS: the file has 44.91 in total, and its boards give 44.69" in notes


def test_names_of_teams_stand_before_those_of_their_players() -> None:
    assert grids.names(Entrant("1", (Person("Ann"), Person("Bob")), "Aces")) == "Aces: Ann & Bob"
    assert grids.names(Entrant("1", name="Aces")) == "Aces"


def test_invisible_letters_of_names_are_not_shown() -> None:
    evening = replace(two_tables(), boards=(scores(1, ("1\u202e", "3", 50), ("2", "4", 50)),))
    assert "\u202e" not in str(grids.travellers(full(evening)))
