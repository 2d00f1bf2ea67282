"""The interface of the archive: the finished deals and the closed tables that have left Redis."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from msgspec import Struct

GONE = "gone-"
"""The beginning of every pseudonym; no player has such an id."""


def is_pseudonym(player: str) -> bool:
    """Return True if an id is the pseudonym of a forgotten player."""
    return player.startswith(GONE)


class Person(Struct, frozen=True):
    """A player that a record names, stored beside the record.

    The record has a placeholder for the number `place` in place of the player's `id` and `name`. `seat` is
    the seat at which the player played the deal; None for a host, a director or a watcher. `robot` is True
    for a house robot. A robot of another author plays as a player: then `owner` is the place of its owner
    among the people of the record, or `robot_of` the name of an owner that is no player. In a `Row`,
    `robot_of` is the name of every owner, and `owner` is None.
    """

    place: int
    id: str
    name: str
    seat: int | None = None
    robot: bool = False
    robot_of: str = ""
    owner: int | None = None


class ArchivedDeal(Struct, frozen=True):
    """The record of a finished deal: the log with placeholders for players, the notes, and the players.

    `version` grows with each entry and each note that the deal gets after its end. `ended_ms` is the time of
    the end (ms since 1970). `open` tells if everybody could find the table. `result` is one line, such as
    "4♠ S = +620", which only a player that may see the deal may see.
    """

    table: str
    deal: int
    version: int
    game: str
    ended_ms: int
    open: bool
    result: str
    entries: tuple[bytes, ...]
    notes: bytes = b""
    people: tuple[Person, ...] = ()


class ArchivedTable(Struct, frozen=True):
    """The stored data about a table with placeholders for players, and the players.

    `meta` is the encoded `Meta` of the table. `deal` is the number of the table's last deal. `closed_ms` is
    the time at which the table was closed (ms since 1970), None for a table that is not closed.
    """

    table: str
    version: int
    meta: bytes
    deal: int
    closed_ms: int | None = None
    people: tuple[Person, ...] = ()


class Row(Struct, frozen=True):
    """An archived deal in a list: all about the deal but its log and its notes.

    `people` are the players with a seat, in the order of the seats. `cursor` marks the place of the deal in
    the list: the next page begins after the cursor of the last row.
    """

    table: str
    deal: int
    version: int
    game: str
    ended_ms: int
    open: bool
    result: str
    people: tuple[Person, ...]
    cursor: str


class Size(Struct, frozen=True):
    """The number of archived deals and tables, and the bytes that the archive takes on the disk."""

    deals: int
    tables: int
    bytes: int


class Archive(Protocol):
    """The archive of finished deals and closed tables.

    All methods raise OSError or a subclass if the archive does not answer. The methods that return records
    raise Altered for a record that does not match its checksum, and StoreError for a record in a format that
    this version does not know. Lists are sorted by the end of the deals, the newest first. Of a list,
    `before` names the cursor after which a page begins (ValueError for any other text), `since_ms` the
    earliest end, and `until_ms` the end before which all its deals ended.
    """

    async def put(
        self, deals: Sequence[ArchivedDeal], tables: Sequence[ArchivedTable] = ()
    ) -> frozenset[tuple[str, int]]:
        """Write records, all or none; they are safe on the disk when the method returns.

        Returns the table and the number of each deal that was written. A record replaces only one of the same
        table and deal with a lower version, so that the same records may be written again. The id and the
        name of a forgotten player are replaced by its pseudonym.
        """
        ...

    async def table(self, table: str) -> ArchivedTable | None: ...

    async def deal(self, table: str, deal: int) -> ArchivedDeal | None: ...

    async def deals_of(self, table: str) -> tuple[int, ...]:
        """Return the numbers of a table's archived deals, the lowest first."""
        ...

    async def by_player(
        self,
        player: str,
        *,
        before: str | None = None,
        limit: int = 50,
        game: str | None = None,
        since_ms: int | None = None,
        until_ms: int | None = None,
        open_only: bool = False,
    ) -> tuple[Row, ...]:
        """Return at most `limit` deals in which a player had a seat.

        With `open_only` the list has only the deals of tables that everybody could find.
        """
        ...

    async def by_time(
        self,
        *,
        before: str | None = None,
        limit: int = 50,
        game: str | None = None,
        since_ms: int | None = None,
        until_ms: int | None = None,
    ) -> tuple[Row, ...]:
        """Return at most `limit` deals of all players, such as those of a day."""
        ...

    def games_of(self, player: str) -> AsyncIterator[ArchivedDeal]:
        """Return the records of all deals in which a player had a seat, the newest first."""
        ...

    async def forget_player(self, player: str) -> int:
        """Replace a player's id and names by a pseudonym, and return the number of deals that named it.

        The records themselves stay as they are, and their checksums hold.
        """
        ...

    async def pseudonyms(self, players: Sequence[str]) -> dict[str, str]:
        """Return the pseudonyms of those of the players that are forgotten, by their ids."""
        ...

    async def forget_before(self, ms: int) -> int:
        """Remove the deals that ended before a time (ms since 1970), and return their number.

        Tables that were closed before that time, and have no deal left, are removed as well.
        """
        ...

    async def size(self) -> Size: ...

    async def place(self) -> str:
        """Return the place of the archive: two hubs with the same place use the same archive.

        A file has another place on each host, also one that hosts share, because SQLite needs one host.
        """
        ...

    async def close(self) -> None:
        """Finish the writes that have begun, and close all files and connections."""
        ...
