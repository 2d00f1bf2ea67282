"""The interface of the logs of tables: every entry of every deal, and what is stored about each table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Protocol

from msgspec import Struct

from server.errors import StoreError


class Outcome(Enum):
    """The outcome of an append, the writing of one log entry.

    The store repeats an append until it knows the outcome: done, fenced or mismatch.
    """

    DONE = "done"
    """The entry is in the table's log, as safe against loss as the store can make it."""
    FENCED = "fenced"
    """The entry was not written: the sender's token is not the token of the table's owner."""
    MISMATCH = "mismatch"
    """The entry was not written: the log has more or fewer entries than the owner of the table expected."""


class Meta(Struct, frozen=True):
    """The stored data about a table, without the table's owner and its current deal.

    `options` and `boards` (the uploaded deals) are encoded as msgpack; their types depend on the game.
    `board_set` has the encoded data (`Member`) about the match or set to which the table belongs, or None;
    the boards of a match or set of boards are stored with it and not with the table. `match` has the data
    (`Pair`) of a match as older versions of the server stored it. The table's `status` is `open`, `unlisted`
    or `closed`.
    """

    game: str
    revision: int
    name: str
    host: str
    created_ms: int
    options: bytes
    boards: bytes | None = None
    status: str = "open"
    match: bytes | None = None
    board_set: bytes | None = None


class Noted(Struct, frozen=True):
    """A player's note on a card of a deal.

    A note with the text "" removes the player's earlier note on the card.
    """

    deal: int
    player: str
    card: int
    text: str


class Stored(Struct, frozen=True):
    """A stored table: the log of its current deal, oldest entry first, and the notes on that deal."""

    meta: Meta
    owner: str
    deal: int
    entries: tuple[bytes, ...]
    notes: tuple[Noted, ...] = ()


class ArchivedLog(Struct, frozen=True):
    """The number of entries of a deal's log, and the notes on the deal, as the archive has confirmed them."""

    deal: int
    length: int
    notes: tuple[Noted, ...] = ()


class DealLog(Struct, eq=False):
    """The log of one deal of a table, to which the owner with the token `token` appends.

    The owner of the table makes one `DealLog` for each deal and names it in every append to the log of the
    deal. The store keeps in `kept` the data that it needs for every append to the log; no other code uses
    this field.
    """

    table: str
    deal: int
    token: str
    kept: object = None


class Append(Struct, frozen=True, gc=False):
    """An entry to be added to a log; `index` is its position in the log, from 1.

    The entry with index 1 also makes the deal of the log the current deal of the table. `status` is the new
    status of the table, or None if the status stays the same. `more` has the entries that follow `entry` in
    the log; all entries of one append are stored together or not at all.
    """

    log: DealLog
    index: int
    entry: bytes
    status: str | None = None
    more: tuple[bytes, ...] = ()

    @property
    def table(self) -> str:
        """Return the id of the table to which the log belongs."""
        return self.log.table


OnOutcome = Callable[[Outcome], None]


class TableLogs(Protocol):
    """The stored tables: for each table its data, the logs of its deals, and the players' notes.

    The method `append` returns at once, and calls the function `done` when the outcome is known. The caller
    must wait for the outcome of an append before the next append of the same table; otherwise the repetition
    of an append could look like a mismatch. The methods except `append` and `note` raise OSError or a
    subclass if the store does not answer. The hub that owns a table identifies itself with a token of the
    form `<hub>:<nonce>`; the interface `Ownership` changes the owner of a table.

    The store keeps a checksum with every entry of a log. The methods `load` and `load_deal` raise Altered for
    an entry that does not match its checksum, and StoreError for a table with fields that cannot be read.

    `durability` says how often the store writes log entries to the disk: `always` (at once), each `second`,
    `none` (less often) or `unknown`.
    """

    durability: str

    def append(self, append: Append, done: OnOutcome) -> None: ...

    def note(self, table: str, token: str, noted: Noted, done: OnOutcome) -> None:
        """Replace a player's note on a card, if `token` is the token of the table's owner.

        Returns at once, and later calls the function `done` with DONE, or with FENCED if the token is not
        that of the table's owner. The notes on a table's deals are stored in the order of the calls.
        """
        ...

    async def notes(self, table: str, deal: int) -> tuple[Noted, ...]:
        """Return the notes that all players have written on the cards of a deal, sorted by card and player.

        The store keeps the players' notes on a deal as long as it keeps the log of the deal.
        """
        ...

    async def create(self, table: str, meta: Meta, token: str, base: bytes) -> bool:
        """Store a new table with the owner `token` and with `base` as the first entry of its log.

        Returns False, and changes nothing, if the table already exists with another owner.
        """
        ...

    async def load(self, table: str) -> Stored | None: ...

    async def load_many(self, tables: Sequence[str]) -> list[Stored | StoreError | None]:
        """Return what `load` returns for each of these tables, or the StoreError that `load` raises.

        The store is asked for all of them at once.
        """
        ...

    async def load_deal(self, table: str, deal: int) -> tuple[bytes, ...]:
        """Return the log of one deal, oldest entry first; () if the deal has no stored log."""
        ...

    async def deals(self, table: str) -> tuple[int, ...]:
        """Return the numbers of the deals of a table that have a stored log, the lowest first."""
        ...

    async def drop_deals(self, table: str, archived: Sequence[ArchivedLog]) -> int:
        """Remove the logs of deals that the archive has, with the notes, and return the number of deals.

        A deal stays if it is the present deal of the table, if its log has another length than the archive
        has confirmed, or if its notes are others.
        """
        ...

    async def drop_table(self, table: str, owner: str, archived: ArchivedLog) -> bool:
        """Remove a closed table that the archive has, and return True if it was removed.

        `owner` is the token of its owner, and `archived` is its last deal. The table stays if another hub has
        become the owner, or if the store has an earlier deal, another log or other notes of it.
        """
        ...

    async def tables(self) -> tuple[str, ...]:
        """Return the ids of all tables with the status `open`, of all hubs."""
        ...

    async def about(self, table: str) -> tuple[str, str] | None:
        """Return the game and the name of a table, or None if the table does not exist."""
        ...

    async def remove(self, table: str, token: str) -> bool:
        """Remove a table, its logs and its notes if `token` owns it; return True if no such table is left."""
        ...
