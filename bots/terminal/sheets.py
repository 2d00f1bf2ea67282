"""The choice of the object that shows a game at a terminal, called a sheet."""

from __future__ import annotations

from bots.registry import client_of
from bots.sheets.sheet import LedSheet, Sheet, TableContext
from bots.view import View
from bots.wire.table_view import TableView

EMPTY = TableContext()


def sheet_at(watched: TableView) -> Sheet:
    """Return the object that shows a watched table at a terminal (its sheet)."""
    return sheet_of(watched.view, TableContext(watched.people, watched.notes, watched.all_notes))


def sheet_of(view: View, around: TableContext = EMPTY) -> Sheet:
    """Return the object that shows a view at a terminal (its sheet)."""
    return client_of(view).sheet(view, around)


def led(sheet: Sheet) -> LedSheet | None:
    """Return the sheet itself if it shows a replay of recorded games, None if it shows a live game."""
    return sheet if isinstance(sheet, LedSheet) else None
