"""The finished deals of a table that one player may see, in the form that the records of the game need."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from msgspec import Struct

from server.hub.archive.fold_log import Ended
from server.hub.notes import note_owners
from server.hub.sets.member import member_of
from server.records.base import Export, FinishedDeal, PlayedTable
from server.store.table_logs import Meta, Noted
from server.table.table import Table

Found = Sequence[tuple[int, Ended]]
"""Finished deals of a table: the number of each deal, counted from 0, with its data (`Ended`)."""
Read = Callable[[int], Awaitable[Ended | None]]
"""A function that takes a deal's number and returns the finished deal, or None if its log is lost."""


class Sitting(Struct, frozen=True):
    """A table and its finished deals, limited to what one player may see now.

    `table` is the table as the caller sees it now; a delayed watcher sees an older state of the table.
    `shown` takes the number of a finished deal, and returns True if all callers may see the deal. `player` is
    the id of a caller that may also see the deals of which it knew the cards; None for other callers. `notes`
    takes the number of a deal and returns all stored notes on its cards. `uploaded` are the uploaded deals
    that the table plays, or None if the table plays random deals.
    """

    meta: Meta
    uploaded: Sequence[Any] | None
    table: Table
    shown: Callable[[int], bool]
    player: str | None
    notes: Callable[[int], Awaitable[tuple[Noted, ...]]]

    def may(self, deal: int, end: Ended) -> bool:
        """Return True if the caller may see a finished deal."""
        return self.shown(deal) or (self.player is not None and self.player in end.knew)

    @property
    def finished(self) -> range:
        """Return the numbers of the table's finished deals."""
        return range(self.table.deal + self.table.over)

    def played(self) -> PlayedTable:
        """Return the table's data that the records of its game need."""
        table, member = self.table, member_of(self.meta, self.table.id)
        name, room = (self.meta.name, "") if member is None else (member.name, member.room)
        return PlayedTable(table.id, name, room, table.state, table.deal, self.finished, self.uploaded)


async def finished_deal(
    sitting: Sitting, export: Export[Any], number: int, end: Ended, read: Read
) -> FinishedDeal:
    """Return a finished deal together with everything stored about it that the records of its game need."""
    noted = await sitting.notes(number) if export.with_notes else ()
    later_number, later = await _later(sitting, export.corrected_for, number, end, read)
    return FinishedDeal(
        number,
        end.state,
        end.players,
        later,
        later_number,
        end.table.clock.rules,
        note_owners.by_seat(end.table, noted),
        end.dealt_ms,
        end.ended_ms,
    )


async def _later(sitting: Sitting, deals: int, number: int, end: Ended, read: Read) -> tuple[int, Any]:
    """Return the number and the state of the last deal in which the result of deal `number` can be corrected.

    A result can be corrected in its own deal or, in some games, in deals after it.
    """
    last = min(number + deals, sitting.table.deal)
    if last >= sitting.table.deal:
        return last, sitting.table.state
    then = await read(last) if deals else None
    return (number, end.state) if then is None else (last, then.state)
