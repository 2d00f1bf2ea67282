"""A table as one caller may see it by now, and its finished deals as plain values for the game's records."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from server.hub.archive.fold_log import Ended
from server.hub.match import Pair
from server.hub.notes import note_owners
from server.records.base import Export, FinishedDeal, PlayedTable
from server.store.interface import Meta, Noted
from server.table.table import Table

Found = Sequence[tuple[int, Ended]]
"""Deals, counted from 0, and how they ended."""
Read = Callable[[int], Awaitable[Ended | None]]
"""How a deal of the sitting ended; None where its log is kept no more."""


class Sitting(Struct, frozen=True):
    """A table as one caller may see it by now.

    `table` is the caller's present, an older prefix of the log for a late watcher. `may` says whether the
    caller may be given a deal that is over there. `notes` are all that were kept on the cards of a deal.
    `uploaded` is the set of deals that the table plays, None where chance deals.
    """

    meta: Meta
    uploaded: Sequence[Any] | None
    table: Table
    may: Callable[[int, Ended], bool]
    notes: Callable[[int], Awaitable[tuple[Noted, ...]]]

    @property
    def finished(self) -> range:
        """The deals that are over."""
        return range(self.table.deal + self.table.over)

    def played(self) -> PlayedTable:
        """Return the table as its game's records need it."""
        name, room = self.meta.name, ""
        if self.meta.match is not None:
            pair = msgspec.msgpack.decode(self.meta.match, type=Pair)
            name, room = pair.name, pair.room
        table = self.table
        return PlayedTable(table.id, name, room, table.state, table.deal, self.finished, self.uploaded)


async def finished_deal(
    sitting: Sitting, export: Export[Any], number: int, end: Ended, read: Read
) -> FinishedDeal:
    """Return a finished deal with what the records of its game need of it, read from the store."""
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
    """Return the last deal that can tell of corrections to a deal of this number, and its state."""
    last = min(number + deals, sitting.table.deal)
    if last >= sitting.table.deal:
        return last, sitting.table.state
    then = await read(last) if deals else None
    return (number, end.state) if then is None else (last, then.state)
