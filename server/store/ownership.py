"""The interface of the data that the hubs of one store share, such as the owners of tables and heartbeats."""

from __future__ import annotations

from typing import Protocol


class Ownership(Protocol):
    """The owners of tables, the heartbeats of hubs, the times of checks, and the secret that hubs share.

    A hub owns a table with a token of the form `<hub>:<nonce>`, and only the owner writes to the log of the
    table. All methods raise OSError or a subclass if the store does not answer.
    """

    async def claim(self, table: str, expected: str, token: str) -> bool:
        """Change the owner of a table from `expected` to `token`; return True if the owner is now `token`."""
        ...

    async def beat(self, hub: str) -> None:
        """Record that the hub with the id `hub` is alive now, by the clock of the store."""
        ...

    async def beat_age_ms(self, hub: str) -> int | None:
        """Return the milliseconds since the last heartbeat of the hub with the id `hub`, None without one."""
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
