"""Grids as plain text for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from unicodedata import combining, east_asian_width

from server.records.printed.grids import Grid
from server.text import clean

GAP = "  "
"""The blanks between two columns."""


def text_of_grids(title: str, about: str, grids: Sequence[Grid]) -> str:
    """Return a title, a line about the contest and grids as text."""
    heading = "\n".join((clean(title), about))
    return "\n\n".join((heading, *("\n".join(_lines(grid)) for grid in grids))) + "\n"


def _lines(grid: Grid) -> Iterator[str]:
    headings = tuple(column.heading for column in grid.columns)
    cells = (headings, *grid.rows)
    widths = [max(_width(row[index]) for row in cells) for index in range(len(headings))]
    yield grid.title
    for row in cells:
        texts = (
            _padded(text, width, column.right)
            for text, width, column in zip(row, widths, grid.columns, strict=True)
        )
        yield GAP.join(texts).rstrip()


def _padded(text: str, width: int, right: bool) -> str:
    blanks = " " * (width - _width(text))
    return blanks + text if right else text + blanks


def _width(text: str) -> int:
    """Return the number of columns of a terminal that a text fills."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text if not combining(letter))
