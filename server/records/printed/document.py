"""Grids as an HTML document to read and to print: one file without scripts and without other files."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from server.records.printed.grids import Grid
from server.text import clean

STYLE = """\
:root { color-scheme: light; }
body { background: #fff; color: #111; font: 1rem/1.4 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 62rem; padding: 0 1rem; }
table { border-collapse: collapse; margin: 0 0 2rem; width: 100%; }
caption { font-weight: 600; padding: .4rem 0; text-align: left; }
th, td { border-bottom: 1px solid #bbb; padding: .2rem .5rem; text-align: left; vertical-align: baseline; }
thead th { border-bottom: 2px solid #333; }
tbody th { font-weight: 400; }
.right { font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap; }
@media print {
  @page { margin: 15mm; }
  body { font-size: 9pt; margin: 0; max-width: none; padding: 0; }
  table { break-inside: avoid; margin: 0 0 6mm; }
  section + section { break-before: page; }
  thead { display: table-header-group; }
}
"""


def document_of_grids(title: str, about: str, ranked: tuple[Grid, ...], boards: tuple[Grid, ...]) -> str:
    """Return a document with a section for the rankings and one for the boards, each beginning a page."""
    name = escape(clean(title))
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{name}</title>",
            f"<style>\n{STYLE}</style>",
            "</head>",
            "<body>",
            "<main>",
            f"<h1>{name}</h1>",
            f"<p>{escape(about)}</p>",
            *_section("Ranking", ranked),
            *_section("Boards", boards),
            "</main>",
            "</body>",
            "</html>",
            "",
        )
    )


def _section(heading: str, grids: tuple[Grid, ...]) -> Iterator[str]:
    if grids:
        yield "<section>"
        yield f"<h2>{heading}</h2>"
        for grid in grids:
            yield from _table(grid)
        yield "</section>"


def _table(grid: Grid) -> Iterator[str]:
    yield "<table>"
    yield f"<caption>{escape(grid.title)}</caption>"
    headings = (
        f'<th scope="col"{_alignment(column.right)}>{escape(column.heading)}</th>' for column in grid.columns
    )
    yield f"<thead><tr>{''.join(headings)}</tr></thead>"
    yield "<tbody>"
    for row in grid.rows:
        yield f"<tr>{''.join(_cells(grid, row))}</tr>"
    yield "</tbody>"
    yield "</table>"


def _cells(grid: Grid, row: tuple[str, ...]) -> Iterator[str]:
    for index, (text, column) in enumerate(zip(row, grid.columns, strict=True)):
        # A name may be written from right to left: `bdi` keeps its direction inside its own cell.
        content = f"<bdi>{escape(text)}</bdi>" if text else ""
        if index == grid.named:
            yield f'<th scope="row">{content}</th>'
        else:
            yield f"<td{_alignment(column.right)}>{content}</td>"


def _alignment(right: bool) -> str:
    return ' class="right"' if right else ""
