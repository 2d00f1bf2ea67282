"""Tests of grids as an HTML document."""

from __future__ import annotations

from server.records.printed.document import document_of_grids
from server.records.printed.grids import Column, Grid

GRID = Grid("A & B", (Column("Name"), Column("Total", right=True)), (("<i>Ann</i>", "12"),))


def test_all_texts_are_escaped_and_the_name_of_a_row_is_its_heading() -> None:
    page = document_of_grids("<b>", "1 > 0", (GRID,), ())
    assert "<i>" not in page and "<b>" not in page
    assert '<th scope="row"><bdi>&lt;i&gt;Ann&lt;/i&gt;</bdi></th>' in page
    assert '<td class="right"><bdi>12</bdi></td>' in page
    assert "<caption>A &amp; B</caption>" in page and "<p>1 &gt; 0</p>" in page


def test_there_is_a_section_for_the_rankings_and_one_for_boards_if_they_are_there() -> None:
    assert document_of_grids("", "", (GRID,), ()).count("<section>") == 1
    assert document_of_grids("", "", (GRID,), (GRID,)).count("<section>") == 2
