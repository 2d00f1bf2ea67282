"""The interface of a store of tables with their logs, guests, tickets, files and heartbeats of hubs."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Protocol

from msgspec import Struct


class Outcome(Enum):
    """The outcome of an append, the writing of one log entry.

    The store repeats an append until it knows one of these outcomes.
    """

    DONE = "done"
    """The entry is in the log, as durable as the store makes it."""
    FENCED = "fenced"
    """Nothing was written: the token is not the token of the table's owner."""
    MISMATCH = "mismatch"
    """Nothing was written: the log has more or fewer entries than the owner expected."""


class Meta(Struct, frozen=True):
    """The stored data about a table, without its owner and its current deal.

    `options` and `boards` (the uploaded deals) are encoded as msgpack; their types depend on the game.
    `match` is the encoded `Pair` of the hub if the table plays a match, else None. `status` is `open`,
    `unlisted` or `closed`.
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


class Noted(Struct, frozen=True):
    """A player's note on a card of a deal. A note with the text "" removes the player's earlier note."""

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


class DealLog(Struct, eq=False):
    """The log of one deal of a table, as the owner with this token appends to it.

    The owner makes one object for each deal and names it in every append to the log of this deal. The store
    keeps in `kept` what it needs at every one of these appends; no other code uses this field.
    """

    table: str
    deal: int
    token: str
    kept: object = None


class Append(Struct, frozen=True, gc=False):
    """An entry to be added to a log; `index` is its position in the log, from 1.

    The entry with index 1 also makes the deal of the log the current deal of the table. `status` is the new
    status of the table, or None to keep the present status. `more` are entries that follow `entry` in the
    log; all entries of one append are stored together or not at all.
    """

    log: DealLog
    index: int
    entry: bytes
    status: str | None = None
    more: tuple[bytes, ...] = ()

    @property
    def table(self) -> str:
        """Return the id of the table."""
        return self.log.table


class File(Struct, frozen=True):
    """An uploaded file with its content type."""

    content_type: str
    data: bytes


OnOutcome = Callable[[Outcome], None]


class Store(Protocol):
    """A store of tables with their logs, guests, tickets, uploaded files and the heartbeats of hubs.

    `append` returns at once, and calls `done` when the outcome is known. The caller must wait for this
    outcome before the next append of the same table; otherwise the repetition of an append could look like a
    mismatch. All other methods raise OSError or a subclass if the store does not answer. The hub that owns a
    table identifies itself with a token of the form `<hub>:<nonce>`.

    The store keeps a checksum with every entry. `load` and `load_deal` raise Altered for an entry that does
    not match its checksum, and StoreError for a table with fields that cannot be read.
    """

    durability: str

    def append(self, append: Append, done: OnOutcome) -> None: ...

    def note(self, table: str, token: str, noted: Noted, done: OnOutcome) -> None:
        """Replace a player's note on a card, if `token` is the token of the table's owner.

        Returns at once, and later calls `done` with DONE, or with FENCED if the token is not the owner's.
        Notes of one table are stored in the order of the calls.
        """
        ...

    async def notes(self, table: str, deal: int) -> tuple[Noted, ...]:
        """Return all notes on a deal, sorted by card and player.

        The store keeps the notes on a deal as long as the log of the deal.
        """
        ...

    async def create(self, table: str, meta: Meta, token: str, base: bytes) -> bool:
        """Make a table with the owner `token` and with `base` as the first entry of its log.

        Returns False, and changes nothing, if the table already exists with another owner.
        """
        ...

    async def load(self, table: str) -> Stored | None: ...

    async def load_deal(self, table: str, deal: int) -> tuple[bytes, ...]:
        """Return the log of one deal, oldest entry first; () if there is no such log."""
        ...

    async def claim(self, table: str, expected: str, token: str) -> bool:
        """Change the owner from `expected` to `token`; return True if the owner is now `token`."""
        ...

    async def tables(self) -> tuple[str, ...]:
        """Return the ids of the tables of all hubs with the status `open`."""
        ...

    async def set_due(self, table: str, due_ms: int | None) -> None:
        """Set the time (ms since 1970) at which a hub must check if the table is to end; None means never."""
        ...

    async def set_due_where_none(self, due_ms: int) -> None:
        """Set the time of the next check for all tables that are not closed and have no such time yet."""
        ...

    async def due(self, now_ms: int, most: int) -> tuple[str, ...]:
        """Return the ids of at most `most` tables that must be checked now, the earliest first."""
        ...

    async def remove(self, table: str, token: str) -> bool:
        """Remove a table with its logs and notes if `token` owns it; return True if no such table is left."""
        ...

    async def about(self, table: str) -> tuple[str, str] | None:
        """Return the game and the name of a table, or None if the table does not exist."""
        ...

    async def beat(self, hub: str) -> None:
        """Record that the hub is alive now, by the clock of the store."""
        ...

    async def beat_age_ms(self, hub: str) -> int | None:
        """Return the milliseconds since the hub's last heartbeat, or None if it never sent a heartbeat."""
        ...

    async def secret(self, fresh: bytes) -> bytes:
        """Return the random secret of this store, which is the same for all hubs and after every restart.

        `fresh` becomes the secret if the store has no secret yet.
        """
        ...

    async def put_guest(self, token_hash: str, guest: bytes, ttl_s: int) -> None: ...

    async def guest(self, token_hash: str) -> bytes | None: ...

    async def forget_guest(self, token_hash: str) -> None: ...

    async def put_ticket(self, key: str, ticket: bytes, ttl_s: int, *, new: bool = False) -> bool:
        """Store a ticket for `ttl_s` seconds and return True.

        If `new` is True and the key already has a ticket, return False and change nothing.
        """
        ...

    async def ticket(self, key: str) -> bytes | None: ...

    async def take_ticket(self, key: str) -> bytes | None:
        """Remove a ticket and return it, or return None if there is no ticket with this key.

        If several callers take a ticket at the same time, only one gets the ticket.
        """
        ...

    async def put_file(self, sha: str, file: File, ttl_s: int) -> None:
        """Store a file for `ttl_s` seconds from now on; its key is the SHA-256 of its bytes."""
        ...

    async def file(self, sha: str) -> File | None: ...

    async def close(self) -> None: ...
