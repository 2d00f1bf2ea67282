"""What the rooms ask of a store, whatever it is made of."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Protocol

from msgspec import Struct


class Outcome(Enum):
    """How an append ended. Only these three: anything else is retried inside the store, unchanged."""

    DONE = "done"
    """The entry is in the log, durable."""
    FENCED = "fenced"
    """The table has another owner."""
    MISMATCH = "mismatch"
    """The log is not as long as the owner believed."""


class Meta(Struct, frozen=True):
    """What stands in a table's hash beside its owner. `options`, `boards`: msgpack as the game defines.

    `match` is there at a table of a match; the hub knows what it says of the other one. `status` is `open`,
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
    """A player's note on a card of a deal; "" is none."""

    deal: int
    player: str
    card: int
    text: str


class Stored(Struct, frozen=True):
    """A table as the store has it: the log of its current deal, oldest entry first, and the notes on it."""

    meta: Meta
    owner: str
    deal: int
    entries: tuple[bytes, ...]
    notes: tuple[Noted, ...] = ()


class Append(Struct, frozen=True):
    """One entry to be appended: `index` is its place in the log of `deal`, from 1.

    The first entry of a log makes that deal the table's current one. `status` None leaves it.
    """

    table: str
    deal: int
    index: int
    token: str
    entry: bytes
    status: str | None = None


class File(Struct, frozen=True):
    """A file that a player uploaded, and what kind of file it is."""

    content_type: str
    data: bytes


Appended = Callable[[Outcome], None]


class Store(Protocol):
    """Tables, their logs, guests, tickets, uploaded files and the heartbeats of hubs.

    `append` returns at once and calls back when the outcome is known; a table's next append waits for the
    answer to its last, or an unknown outcome could not be told from a mismatch. The others raise OSError or
    a subclass when the store does not answer. A token is `<hub>:<nonce>`.

    The store keeps a checksum beside every entry. `load` and `load_deal` raise Altered for an entry that does
    not fit its checksum; they raise StoreError for a table whose fields cannot be read.
    """

    durability: str

    def append(self, append: Append, done: Appended) -> None: ...

    def note(self, table: str, token: str, noted: Noted, done: Appended) -> None:
        """Keep a note in place of the one before, if `token` is the owner's (DONE), or do nothing (FENCED).

        Returns at once, as `append` does; a table's notes are kept in the order in which they are given.
        """
        ...

    async def notes(self, table: str, deal: int) -> tuple[Noted, ...]:
        """All notes on a deal, by card and player; as long as its log is kept."""
        ...

    async def create(self, table: str, meta: Meta, token: str, base: bytes) -> bool:
        """Make the table with the first entry of its log, owned by `token`.

        False if it exists under another token.
        """
        ...

    async def load(self, table: str) -> Stored | None: ...

    async def load_deal(self, table: str, deal: int) -> tuple[bytes, ...]:
        """The log of one deal, oldest entry first; () for one that has not begun or is kept no more."""
        ...

    async def claim(self, table: str, expected: str, token: str) -> bool:
        """Set the owner from `expected` to `token`; True also when it is `token` already."""
        ...

    async def tables(self) -> tuple[str, ...]:
        """The ids of all tables whose status is `open`, of hubs that have ever beaten."""
        ...

    async def set_due(self, table: str, due_ms: int | None) -> None:
        """Note when it is to be seen whether the table may go (ms since 1970), None: never."""
        ...

    async def set_due_where_none(self, due_ms: int) -> None:
        """Note this time for every table that has none and is not closed."""
        ...

    async def due(self, now_ms: int, most: int) -> tuple[str, ...]:
        """Return the tables whose time has come, the first ones first, at most so many."""
        ...

    async def remove(self, table: str, token: str) -> bool:
        """Remove a table with its logs and notes, if `token` is its owner's; return whether it is gone."""
        ...

    async def about(self, table: str) -> tuple[str, str] | None:
        """The game and the name of a table; None for one unknown."""
        ...

    async def beat(self, hub: str) -> None:
        """Note that the hub lives, in the store's own time."""
        ...

    async def beat_age_ms(self, hub: str) -> int | None:
        """How long ago the hub's last beat was, in the store's own time; None for a hub unknown."""
        ...

    async def secret(self, fresh: bytes) -> bytes:
        """Return the secret of this store, the same for every hub and after every restart.

        `fresh` becomes the secret where there is none yet.
        """
        ...

    async def put_guest(self, token_hash: str, guest: bytes, ttl_s: int) -> None: ...

    async def guest(self, token_hash: str) -> bytes | None: ...

    async def forget_guest(self, token_hash: str) -> None: ...

    async def put_ticket(self, key: str, ticket: bytes, ttl_s: int, *, new: bool = False) -> bool:
        """Keep a ticket for `ttl_s`; False, nothing is changed, where a `new` one's key has one already."""
        ...

    async def ticket(self, key: str) -> bytes | None: ...

    async def take_ticket(self, key: str) -> bytes | None:
        """The ticket, which is then gone: of all who ask at once one is given it."""
        ...

    async def put_file(self, sha: str, file: File, ttl_s: int) -> None:
        """Keep a file under the SHA-256 of its bytes, from now on for `ttl_s`."""
        ...

    async def file(self, sha: str) -> File | None: ...

    async def close(self) -> None: ...
