"""What is given of the finished deals of a table, whatever its game: the sitting, and how a game tells it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from protocol.v1.view import Own, Pub
from server.hub.archive.fold_log import Ended
from server.records.bridge.record import BoardRecord
from server.records.hanabi.record import GameRecord as HanabiRecord
from server.records.registry import Written
from server.records.spades.record import GameRecord
from server.store.interface import Meta, Noted
from server.table.commands import Deals
from server.table.table import Table

R = TypeVar("R")


class Sitting(Struct, frozen=True):
    """A table as one caller may be shown it by now.

    `table` is his present, an older prefix of the log where he is late. `may` says whether he may be given a
    deal that is over there. `notes` are all that were kept on the cards of a deal.
    """

    meta: Meta
    deals: Deals
    table: Table
    may: Callable[[int, Ended], bool]
    notes: Callable[[int], Awaitable[tuple[Noted, ...]]]

    @property
    def finished(self) -> range:
        """The deals that are over."""
        return range(self.table.deal + self.table.over)


class Given(Struct, Generic[R], frozen=True):
    """Records, and the formats that such are written in, by name; the first one is the usual one."""

    records: tuple[R, ...]
    formats: Mapping[str, Written[R]]

    def file(self, name: str) -> bytes:
        """The records in one of the formats."""
        return self.formats[name].dumps(self.records).encode()


class Position(Struct, frozen=True):
    """A finished deal after `turn` of its `turns` actions, as a `seat` had it before it, null: as all had."""

    turn: int
    turns: int
    seat: int | None
    pub: Pub
    own: Own | None


Anything = Given[BoardRecord] | Given[GameRecord] | Given[HanabiRecord]
Found = Sequence[tuple[int, Ended]]
"""Deals, and how they ended."""

Read = Callable[[int], Awaitable[Ended | None]]
"""How a deal of the sitting ended; None where its log is kept no more."""


class Kept(Struct, frozen=True):
    """What a game keeps of its finished deals: how one is called, which have a number, what is given of some.

    `given` gets deals that may be given, in the order of play; its records are none where they are none.
    `position` is what a seat, or all, had before them after so many actions; it raises Refusal for a turn or
    a seat that there is not, and is None where no positions are shown.
    """

    noun: str
    numbered: Callable[[Sitting, int], tuple[int, ...]]
    given: Callable[[Sitting, Found, Read], Awaitable[Anything]]
    position: Callable[[Ended, int, int | None], Position] | None = None
