"""The computation (fold) of a table from the log of one deal, entry by entry."""

from __future__ import annotations

from collections.abc import Iterable

from server.errors import StoreError
from server.games.base import AnyGame
from server.table.events import Base, Entry
from server.table.table import Table, begin, fold


class LogFold:
    """A table that takes the entries of one deal's log, one after the other.

    `host` is used only if the log is from an old version of the server and does not name the host.
    """

    def __init__(self, table: str, game: AnyGame, deal: int, host: str = "") -> None:
        self._id = table
        self._game = game
        self._deal = deal
        self._host = host
        self._table: Table | None = None

    @property
    def table(self) -> Table:
        """Return the table after all entries so far. Raises StoreError if there was no entry yet."""
        if self._table is None:
            raise self._wrong_begin("an empty log")
        return self._table

    def add(self, entry: Entry) -> Table:
        """Apply the next entry of the log, and return the table after it.

        Raises StoreError if the first entry is not the table's state, and IllegalAction or an error of
        msgspec if the entry is not valid.
        """
        if self._table is not None:
            self._table = fold(self._table, entry)
        elif isinstance(entry, Base):
            self._table = begin(self._id, self._game, self._deal, entry, self._host)
        else:
            raise self._wrong_begin(f"the entry {type(entry).__name__}")
        return self._table

    def _wrong_begin(self, got: str) -> StoreError:
        return StoreError(
            f"expected the log of deal {self._deal} to begin with the table's state (Base), got {got}"
        )


def restore(table: str, game: AnyGame, deal: int, entries: Iterable[Entry], host: str = "") -> Table:
    """Return the table after all entries of a deal's log.

    `host` is used only if the log is from an old version of the server and does not name the host. Raises
    StoreError, IllegalAction or an error of msgspec if the entries are not a valid log.
    """
    log = LogFold(table, game, deal, host)
    for entry in entries:
        log.add(entry)
    return log.table
