"""Tests of grids as plain text."""

from __future__ import annotations

from server.records.printed.grids import Column, Grid
from server.records.printed.text import text_of_grids

GRID = Grid("Ranking", (Column("Name"), Column("Total", right=True)), (("Ann", "12"), ("\u91d1\u5b50", "5")))


def test_columns_are_aligned_numbers_at_the_right_and_wide_letters_count_twice() -> None:
    assert text_of_grids("Tuesday", "2 pairs", (GRID,)).splitlines() == [
        "Tuesday",
        "2 pairs",
        "",
        "Ranking",
        "Name  Total",
        "Ann      12",
        "\u91d1\u5b50      5",
    ]


def test_a_title_cannot_break_its_line() -> None:
    assert len(text_of_grids("A\nB", "", ()).splitlines()) == 2
