"""The interface of the stored guests, which are found by a hash of their tokens."""

from __future__ import annotations

from typing import Protocol


class StoredGuests(Protocol):
    """The stored guests, each under the hash of its token and for a limited time.

    All methods raise OSError or a subclass if the store does not answer.
    """

    async def put(self, token_hash: str, guest: bytes, ttl_s: int) -> None:
        """Store a guest for `ttl_s` seconds."""
        ...

    async def find(self, token_hash: str) -> bytes | None:
        """Return a guest, or None if the store has no guest under this hash."""
        ...

    async def forget(self, token_hash: str) -> None:
        """Remove a guest, if the store has it."""
        ...
