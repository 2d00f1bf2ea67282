"""The supplemental sections of PBN as tables (PBN 2.1, 5.2)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from server.records.bridge.record import Column, InfoTable

_COLUMN = re.compile(r"([+-]?)(.*?)(?:\\(\d{1,3})([LR]?))?", re.DOTALL | re.ASCII)
_ELEMENT = re.compile(r'"[^"\x00-\x1f\x7f]*"|[^\s"\[\]{};%\x00-\x1f\x7f]+')
_ROW = re.compile(rf"(?:{_ELEMENT.pattern})(?:[ ]+(?:{_ELEMENT.pattern}))*+")
_ORDERINGS: dict[str, Literal["+", "-"]] = {"+": "+", "-": "-"}
_ALIGNMENTS: dict[str, Literal["L", "R"]] = {"L": "L", "R": "R"}
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')

ESCAPES = "EscapeTable"
"""The name of the record's table with the board's lines that begin with %, one line in quotes a row."""


def read(value: str, lines: str) -> InfoTable:
    """Return the table that a tag's value and the lines after the tag describe."""
    return InfoTable(_columns(value), tuple([row for line in lines.split("\n") if (row := line.strip())]))


@lru_cache(64)
def _columns(value: str) -> tuple[Column, ...]:
    return tuple(_column(name) for name in value.split(";")) if value else ()


def _column(name: str) -> Column:
    found = _COLUMN.fullmatch(name)
    if found is None:
        return Column(name)
    ordering, name, minwidth, alignment = found.groups()
    return Column(
        name,
        _ORDERINGS.get(ordering),
        None if minwidth is None else int(minwidth),
        _ALIGNMENTS.get(alignment),
    )


def header(table: InfoTable) -> str:
    """Return the value of the PBN tag under which a table is written."""
    return ";".join(_column_text(column) for column in table.headers)


def _column_text(column: Column) -> str:
    width = "" if column.minwidth is None else f"\\{column.minwidth}{column.alignment or ''}"
    return f"{column.ordering or ''}{column.name}{width}"


def rows(table: InfoTable, longest: int) -> list[str]:
    """Return the lines of a table, without characters that PBN forbids and cut to `longest` characters."""
    lines = (row if _ROW.fullmatch(row) else _allowed(row) for row in table.rows)
    return [_cut(line, longest) for line in lines if line]


def cells(row: str) -> list[str]:
    r"""Return the texts of a row, without the quotes of those that are quoted.

    >>> cells('1 3NT "Ann - Bob" "" -')
    ['1', '3NT', 'Ann - Bob', '', '-']
    """
    return [each[1:-1] if each.startswith('"') else each for each in _ELEMENT.findall(row)]


def _allowed(row: str) -> str:
    cells = (re.sub(r"[\x00-\x1f\x7f]", " ", cell).replace('"', "'") for cell in row.split())
    return " ".join(cell if _ELEMENT.fullmatch(cell) else f'"{cell}"' for cell in cells)


def _cut(line: str, longest: int) -> str:
    while len(line) > longest:
        line = " ".join(_ELEMENT.findall(line)[:-1])
    return line


def escapes(lines: list[str]) -> InfoTable:
    """Return a table that keeps the texts of a file's lines that begin with %."""
    quoted = ('"' + re.sub(r'(["\\])', r"\\\1", line) + '"' for line in lines)
    return InfoTable((Column("Line"),), tuple(quoted))


def escaped(table: InfoTable) -> list[str]:
    """Return, from the table that `escapes` made, the texts of the lines that begin with %."""
    whole = ((_QUOTED.fullmatch(row), row) for row in table.rows)
    return [re.sub(r"\\(.)", r"\1", found[1]) if found else row for found, row in whole]
