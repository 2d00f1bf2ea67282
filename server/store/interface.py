"""The contract of a store: tables with their logs, guests, tickets, files and heartbeats."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Protocol

from msgspec import Struct


class Outcome(Enum):
    """The outcome of an append. The store retries the same append until it has one of these outcomes."""

    DONE = "done"
    """The entry is in the log and durable."""
    FENCED = "fenced"
    """The table has another owner."""
    MISMATCH = "mismatch"
    """The log has another length than the owner expected."""


class Meta(Struct, frozen=True):
    """The fields of a table's hash other than the owner and the current deal.

    `options` and `boards` (the uploaded deals) are msgpack of the game's types. `match` is the hub's `Pair`
    at a table of a match, else None. `status` is `open`, `unlisted` or `closed`.
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


class Append(Struct, frozen=True):
    """An entry to be appended; `index` is its position in the log of `deal`, from 1.

    The first entry of a log makes its deal the table's current deal. `status` None leaves the table's status
    unchanged.
    """

    table: str
    deal: int
    index: int
    token: str
    entry: bytes
    status: str | None = None


class File(Struct, frozen=True):
    """An uploaded file with its content type."""

    content_type: str
    data: bytes


OnOutcome = Callable[[Outcome], None]


class Store(Protocol):
    """A store of tables with their logs, guests, tickets, uploaded files and the heartbeats of hubs.

    `append` returns at once and calls back when the outcome is known. The caller sends a table's next append
    only after the outcome of the last one; otherwise a repeated append could look like a mismatch. All other
    methods raise OSError or a subclass if the store does not answer. An owner's token is `<hub>:<nonce>`.

    The store keeps a checksum beside every entry. `load` and `load_deal` raise Altered for an entry that does
    not match its checksum, and StoreError for a table with fields that cannot be read.
    """

    durability: str

    def append(self, append: Append, done: OnOutcome) -> None: ...

    def note(self, table: str, token: str, noted: Noted, done: OnOutcome) -> None:
        """Replace a player's note on a card if `token` is the owner's token (DONE), else do nothing (FENCED).

        Returns at once, as `append` does. Notes of one table are stored in the order of the calls.
        """
        ...

    async def notes(self, table: str, deal: int) -> tuple[Noted, ...]:
        """Return all notes on a deal, sorted by card and player.

        The notes are kept as long as the log of the deal.
        """
        ...

    async def create(self, table: str, meta: Meta, token: str, base: bytes) -> bool:
        """Make a table with the first entry of its log, owned by `token`.

        Return False if the table exists under another token.
        """
        ...

    async def load(self, table: str) -> Stored | None: ...

    async def load_deal(self, table: str, deal: int) -> tuple[bytes, ...]:
        """Return the log of one deal, oldest entry first; () if it has not begun or has been dropped."""
        ...

    async def claim(self, table: str, expected: str, token: str) -> bool:
        """Change the owner from `expected` to `token`; return True if the owner is now `token`."""
        ...

    async def tables(self) -> tuple[str, ...]:
        """Return the ids of all tables with the status `open`, whichever hub owns them."""
        ...

    async def set_due(self, table: str, due_ms: int | None) -> None:
        """Set the time (ms since 1970) at which a hub checks if the table has to end; None means never."""
        ...

    async def set_due_where_none(self, due_ms: int) -> None:
        """Set the time of the next check for every table that is not closed and has no such time."""
        ...

    async def due(self, now_ms: int, most: int) -> tuple[str, ...]:
        """Return at most `most` tables with a check that is due, the earliest first."""
        ...

    async def remove(self, table: str, token: str) -> bool:
        """Remove a table with its logs and notes if `token` is the owner's; return True if it is gone."""
        ...

    async def about(self, table: str) -> tuple[str, str] | None:
        """Return the game and the name of a table, None for an unknown table."""
        ...

    async def beat(self, hub: str) -> None:
        """Record a heartbeat of the hub, in the store's own time."""
        ...

    async def beat_age_ms(self, hub: str) -> int | None:
        """Return the ms since the hub's last heartbeat, in the store's own time; None for an unknown hub."""
        ...

    async def secret(self, fresh: bytes) -> bytes:
        """Return the secret of this store, which is the same for all hubs and after every restart.

        `fresh` becomes the secret if the store has no secret yet.
        """
        ...

    async def put_guest(self, token_hash: str, guest: bytes, ttl_s: int) -> None: ...

    async def guest(self, token_hash: str) -> bytes | None: ...

    async def forget_guest(self, token_hash: str) -> None: ...

    async def put_ticket(self, key: str, ticket: bytes, ttl_s: int, *, new: bool = False) -> bool:
        """Store a ticket for `ttl_s` and return True.

        If `new` is True and the key already has a ticket, return False and change nothing.
        """
        ...

    async def ticket(self, key: str) -> bytes | None: ...

    async def take_ticket(self, key: str) -> bytes | None:
        """Remove a ticket and return it, None if there is none.

        If several callers take a ticket at the same time, only one gets the ticket.
        """
        ...

    async def put_file(self, sha: str, file: File, ttl_s: int) -> None:
        """Store a file under the SHA-256 of its bytes, for `ttl_s` from now on."""
        ...

    async def file(self, sha: str) -> File | None: ...

    async def close(self) -> None: ...
