"""The sheet of a table that a client follows."""

from __future__ import annotations

from bots.registry import client_of
from bots.sheets.sheet import Around, LedSheet, Sheet
from bots.view import View
from bots.wire.table_view import TableView

EMPTY = Around()


def sheet_at(watched: TableView) -> Sheet:
    """Return the sheet of a table as a client follows it."""
    return sheet_of(watched.view, Around(watched.people, watched.notes, watched.all_notes))


def sheet_of(view: View, around: Around = EMPTY) -> Sheet:
    """Return the sheet of a view, as its game draws it."""
    return client_of(view).sheet(view, around)


def led(sheet: Sheet) -> LedSheet | None:
    """Return the sheet of a replay as its leader needs it, None for a table where people play."""
    return sheet if isinstance(sheet, LedSheet) else None
