"""The interface of the data that the hubs of one store share, such as the owners of tables and heartbeats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct

PRESENT_MS = 600_000
"""The time after a hub's last heartbeat, or after it has retired, for which other hubs are told of it."""
ABOUT_MS = 60_000
"""The time for which a hub's description of itself is kept after a heartbeat."""
GONE_MS = 3_600_000
"""The time after a hub's last heartbeat after which its data may be removed, if it owns no table."""
RETIRED_MS = 10**13
"""The age of the last heartbeat of a hub that has just retired: it is older than any real heartbeat."""


class Peer(Struct, frozen=True):
    """A hub that uses the same store, the age of its last heartbeat, and its description of itself.

    `about` is empty if the hub has given no description lately. A hub that has retired has an age of at least
    `RETIRED_MS`.
    """

    hub: str
    age_ms: int
    about: bytes


class Claim(Struct, frozen=True):
    """A change of a table's owner from the token `expected` to `token`."""

    table: str
    expected: str
    token: str


class Retired(OSError):
    """The error when a hub that has retired sends a heartbeat: other hubs may own its tables by now."""

    def __init__(self, hub: str) -> None:
        super().__init__(f"expected a heartbeat of a hub that runs, got one of hub {hub}, which has retired")


def hub_of(token: str) -> str:
    """Return the id of the hub with the token `<hub>:<nonce>`."""
    return token.partition(":")[0]


def silent_ms(age_ms: int) -> int:
    """Return the ms since a hub was last alive, from the age of its last heartbeat as the store tells it.

    A hub was last alive at its last heartbeat, or when it retired.
    """
    return age_ms - RETIRED_MS if age_ms >= RETIRED_MS else age_ms


class Ownership(Protocol):
    """The owners of tables, the heartbeats of hubs, the times of checks, and the secret that hubs share.

    A hub owns a table with a token of the form `<hub>:<nonce>`, and only the owner writes to the log of the
    table. All methods raise OSError or a subclass if the store does not answer.
    """

    async def claim(self, table: str, expected: str, token: str) -> bool:
        """Change the owner of a table from `expected` to `token`; return True if the owner is now `token`."""
        ...

    async def claim_many(self, claims: Sequence[Claim]) -> list[bool]:
        """Change the owners of many tables, and return for each claim if its token is now the owner.

        With the token of another hub, a hub hands its own tables to that hub. If the store stops answering,
        some of the tables may have their new owners; the same claims may be made again.
        """
        ...

    async def owner(self, table: str) -> str | None:
        """Return the token of a table's owner, None if there is no such table."""
        ...

    async def owners(self, tables: Sequence[str]) -> list[str | None]:
        """Return the tokens of the owners of many tables, with None for each table that does not exist."""
        ...

    async def beat(self, hub: str, about: bytes = b"") -> tuple[Peer, ...]:
        """Record that the hub with the id `hub` is alive now, by the clock of the store; return all hubs.

        The hubs are those that have sent a heartbeat or retired within `PRESENT_MS`, with this hub, in the
        order of their ids. The bytes `about` are the hub's description of itself, which other hubs get for
        `ABOUT_MS`. Raises Retired if the hub has retired.
        """
        ...

    async def beat_age_ms(self, hub: str) -> int | None:
        """Return the milliseconds since the last heartbeat of the hub with the id `hub`, None without one.

        The age is at least `RETIRED_MS` for a hub that has retired.
        """
        ...

    async def time_ms(self) -> int:
        """Return the present time of the store in ms since 1970; all hubs of the store count from it."""
        ...

    async def retire(self, hub: str) -> None:
        """Record that a hub stops for good: from now on it counts as dead, and cannot send a heartbeat."""
        ...

    async def forget_gone(self) -> None:
        """Remove the data about each hub that owns no table and has sent no heartbeat for `GONE_MS`."""
        ...

    async def note_awake(self, hub: str, deadlines: Mapping[str, int | None]) -> None:
        """Record that a hub has tables in memory, each with the time (ms since 1970) of its next deadline.

        None stands for no deadline. An earlier deadline of the same table is replaced.
        """
        ...

    async def note_asleep(self, hub: str, tables: Sequence[str]) -> None:
        """Record that a hub has tables no longer in memory."""
        ...

    async def awake(self, hub: str) -> tuple[str, ...]:
        """Return the ids of the tables that a hub has in memory, or had when it died.

        The table with the earliest deadline is the first, and the tables without a deadline are the last.
        """
        ...

    async def forget_awake(self, hub: str) -> None:
        """Forget which tables a dead hub had in memory, after other hubs have taken over all of them."""
        ...

    async def set_due(self, table: str, due_ms: int | None) -> None:
        """Set the time (ms since 1970) at which a hub must check if a table is to end; None means never."""
        ...

    async def set_due_where_none(self, due_ms: int) -> None:
        """For each open table that has no time for its next check, store `due_ms` as that time.

        At the check, a hub decides if the table is to end.
        """
        ...

    async def due(self, now_ms: int, most: int) -> tuple[str, ...]:
        """Return the ids of at most `most` tables that a hub must check by now, the earliest first."""
        ...

    async def secret(self, fresh: bytes) -> bytes:
        """Return the random secret of this store, which is the same for all hubs and after every restart.

        The bytes `fresh` become the store's secret if the store has no secret yet.
        """
        ...
