"""The JSON of a record's tables, in the form of endplay's schema or of endplay's own dumper."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from server.records.bridge.record import Column, InfoTable

_Width = Annotated[int, Meta(ge=1, le=2**53)] | Annotated[str, Meta(pattern="^[1-9][0-9]{0,14}$")]
_CELL = re.compile(r'"((?:[^"\\]|\\.)*)"(?!\S)|(\S+)', re.DOTALL)
_PLAIN = re.compile(r'[^\s"]+')


class Header(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The header of a table's column. endplay's dumper writes every property, and `minwidth` as a text."""

    name: str
    ordering: Literal["+", "-"] | None = None
    minwidth: _Width | None = None
    alignment: Literal["L", "R"] | None = None


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """A table in endplay's JSON.

    By endplay's schema a row of a table is one text, but endplay's dumper writes a row as a list of cells.
    """

    headers: tuple[str | Header, ...]
    rows: tuple[str | tuple[str, ...], ...]


def read(table: Table) -> InfoTable:
    """Return a table for a record from the table's JSON form."""
    rows = tuple(row if isinstance(row, str) else joined(row) for row in table.rows)
    return InfoTable(tuple(_column(header) for header in table.headers), rows)


def _column(header: str | Header) -> Column:
    if isinstance(header, str):
        return Column(header)
    minwidth = None if header.minwidth is None else int(header.minwidth)
    return Column(header.name, header.ordering, minwidth, header.alignment)


def joined(cells: Sequence[str]) -> str:
    """Return the cells of a table's row as one text (PBN 2.1, 5.1).

    Empty cells of a table, and cells with blanks or quotes, are quoted.
    """
    return " ".join(
        cell if _PLAIN.fullmatch(cell) else '"' + re.sub(r'(["\\])', r"\\\1", cell) + '"' for cell in cells
    )


def divided(row: str) -> list[str]:
    """Return the cells of a table's row from its text; the inverse of `joined`."""
    return [plain or re.sub(r"\\(.)", r"\1", quoted, flags=re.DOTALL) for quoted, plain in _CELL.findall(row)]


def as_schema_json(table: InfoTable) -> dict[str, object]:
    """Return a table in the form of endplay's schema, which `read` accepts."""
    return {"headers": [_header(column) for column in table.headers], "rows": list(table.rows)}


def _header(column: Column) -> str | dict[str, object]:
    properties = {name: each for name, each in msgspec.structs.asdict(column).items() if each is not None}
    return properties if len(properties) > 1 else column.name


def as_dumper_json(table: InfoTable) -> dict[str, object]:
    """Return a table in the form of endplay's dumper, which `read` accepts."""
    rows = [divided(row) if joined(divided(row)) == row else row for row in table.rows]
    return {"headers": [_dumped_header(column) for column in table.headers], "rows": rows}


def _dumped_header(column: Column) -> str | dict[str, object]:
    if column == Column(column.name):
        return column.name
    return {
        "ordering": column.ordering,
        "name": column.name,
        "minwidth": None if column.minwidth is None else str(column.minwidth),
        "alignment": column.alignment,
    }
