"""The choice of the sheet (the object that shows a game at a terminal) for a watched table."""

from __future__ import annotations

from bots.registry import client_of
from bots.sheets.sheet import LedSheet, Sheet, TableContext
from bots.view import View
from bots.wire.table_view import TableView

EMPTY = TableContext()


def sheet_at(watched: TableView) -> Sheet:
    """Return the sheet that shows a watched table."""
    return sheet_of(watched.view, TableContext(watched.people, watched.notes, watched.all_notes))


def sheet_of(view: View, around: TableContext = EMPTY) -> Sheet:
    """Return the sheet that shows a view."""
    return client_of(view).sheet(view, around)


def led(sheet: Sheet) -> LedSheet | None:
    """Return `sheet` if it shows a replay, None if it shows a table where people play."""
    return sheet if isinstance(sheet, LedSheet) else None
