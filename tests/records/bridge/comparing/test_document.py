"""Tests of a comparison as an HTML document."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from protocol.v1.bridge import Comparison, Scoring
from server.records.bridge.comparing.document import document
from server.records.bridge.comparing.grids import rankings, travellers
from tests.records.bridge.comparing.played import FIRST, evening

VOID = {"meta"}
HOSTILE = """<script>alert(1)</script>"'&amp;<img src=x onerror=alert(1)>"""


class Page(HTMLParser):
    """The parts of a document that a test asks for."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.tables: list[tuple[str, list[list[str]]]] = []
        self.texts: dict[str, str] = {}
        self.declared = ""
        self.feed(text)
        self.close()

    def handle_decl(self, decl: str) -> None:
        self.declared = decl

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "table":
            self.tables.append(("", []))
        if tag == "tr":
            self.tables[-1][1].append([])
        if tag in ("th", "td"):
            self.tables[-1][1][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "caption" in self.open:
            caption, rows = self.tables[-1]
            self.tables[-1] = caption + data, rows
        elif {"th", "td"} & set(self.open):
            self.tables[-1][1][-1][-1] += data
        elif self.open:
            self.texts[self.open[-1]] = self.texts.get(self.open[-1], "") + data

    def named(self, tag: str) -> list[dict[str, str | None]]:
        """Return the attributes of each element with this name."""
        return [attributes for name, attributes in self.tags if name == tag]


@pytest.mark.parametrize("scoring", ["mp", "imp", "butler", "bam", "total"])
def test_the_tables_of_the_document_are_the_grids_of_the_comparison(scoring: Scoring) -> None:
    comparison = evening(scoring)
    page = Page(document(comparison, "Tuesday"))
    grids = (*rankings(comparison), *travellers(comparison, symbols=True))
    assert page.open == []
    assert [caption for caption, _ in page.tables] == [grid.title for grid in grids]
    for (_, (heading, *rows)), grid in zip(page.tables, grids, strict=True):
        assert heading == [column.heading for column in grid.columns]
        assert rows == [list(row) for row in grid.rows]


def test_the_document_names_its_language_and_its_headings_come_in_order() -> None:
    page = Page(document(evening(), "Tuesday"))
    assert page.declared == "doctype html"
    assert page.named("html") == [{"lang": "en"}] and {"charset": "utf-8"} in page.named("meta")
    assert [tag for tag, _ in page.tags if tag in ("h1", "h2", "h3")] == ["h1", "h2", "h2"]
    assert (page.texts["title"], page.texts["h1"]) == ("Tuesday", "Tuesday")


def test_every_heading_of_a_table_says_what_it_is_for() -> None:
    page = Page(document(evening(), "Tuesday"))
    assert {attributes.get("scope") for attributes in page.named("th")} == {"col", "row"}
    rows = sum(len(cells) - 1 for _, cells in page.tables)
    assert sum(attributes["scope"] == "row" for attributes in page.named("th")) == rows


def test_suits_are_symbols() -> None:
    assert "4\N{BLACK SPADE SUIT}X" in document(evening(), "Tuesday")


def test_every_name_is_escaped() -> None:
    hostile = evening(first=(HOSTILE, *FIRST[1:]), name=HOSTILE)
    page = Page(document(hostile, HOSTILE))
    plain = Page(document(evening(), "Tuesday"))
    assert page.tags == plain.tags
    assert page.texts["h1"] == page.texts["title"] == HOSTILE
    assert f"{HOSTILE} & Cem" in page.tables[0][1][2]


def test_nothing_is_loaded_and_no_script_runs() -> None:
    page = Page(document(evening(), "Tuesday"))
    assert not {tag for tag, _ in page.tags} & {"script", "link", "img", "iframe", "object", "base"}
    assert not [
        name for _, each in page.tags for name in each if name in ("src", "href") or name.startswith("on")
    ]
    assert "url(" not in page.texts["style"] and "@import" not in page.texts["style"]


def test_a_board_is_not_broken_over_two_sheets_of_paper() -> None:
    style = Page(document(evening(), "Tuesday")).texts["style"]
    assert "break-inside: avoid" in style[style.index("@media print") :]


def test_a_name_from_right_to_left_keeps_to_its_cell() -> None:
    text = document(evening(first=("\u05d3\u05e0\u05d4", *FIRST[1:])), "Tuesday")
    assert "<bdi>\u05d3\u05e0\u05d4 &amp; Cem</bdi>" in text


def test_a_comparison_without_tables_has_no_section() -> None:
    page = Page(document(Comparison("mp", (), (), ()), "Tuesday"))
    assert page.open == [] and not page.named("section")
    assert page.texts["p"] == "Matchpoints, 0 tables, 0 boards"
