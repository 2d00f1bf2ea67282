"""The interface of the list of tables of which the archive may lack something."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

LENGTH_BITS = 20
"""The bits of a position for the number of entries; Redis keeps whole numbers up to 53 bits exactly."""


def position_of(deal: int, length: int) -> int:
    """Return a position in the logs of a table as one number, which grows with each entry.

    `length` is the number of entries in the log of the deal.
    """
    return deal << LENGTH_BITS | min(length, (1 << LENGTH_BITS) - 1)


def deal_of(position: int) -> int:
    """Return the deal of a position."""
    return position >> LENGTH_BITS


class Listed(Struct, frozen=True):
    """A table, the position up to which the archiver has read it, and its present position in the store.

    `read` is None for a table that the list does not have, and `present` for a table that does not exist.
    `closed` is True if the table is closed.
    """

    table: str
    read: int | None
    present: int | None
    closed: bool = False


class Unarchived(Protocol):
    """The list of tables of which the archive may lack something, each with a position in its logs.

    A table is listed before it is made, and stays in the list as long as it is in the store: so the appends
    to its logs need not change the list. Only the archiver takes tables out. All methods raise OSError or a
    subclass if the store does not answer.
    """

    async def find_all(self) -> int:
        """Add the tables of the store that the list lacks, and return their number.

        An older version of the server has made them, or the store has lost a part of the list.
        """
        ...

    async def page(self, cursor: int = 0) -> tuple[int, tuple[str, ...]]:
        """Return a part of the list, and the cursor of the next part, which is 0 after the last one.

        A part may have a table again that an earlier part had.
        """
        ...

    async def look(self, tables: Sequence[str]) -> list[Listed]:
        """Return what the list and the store have about tables, in their order."""
        ...

    async def note_read(self, table: str, expected: int | None, read: int | None) -> bool:
        """Change the position of a table from `expected` to `read`, and return True.

        None as `expected` stands for a table that is not in the list, and None as `read` takes it out.
        Returns False, and changes nothing, if the list has another position: the table was made anew, or
        another hub has read it.
        """
        ...
