"""The interface of the stored guests, which are found by the hashes of their tokens."""

from __future__ import annotations

from typing import Protocol


class StoredGuests(Protocol):
    """The stored guests, each under the hash of each of its tokens and for a limited time.

    A guest with several tokens has a list of their hashes. All methods raise OSError or a subclass if the
    store does not answer.
    """

    async def put(self, token_hash: str, guest: bytes, ttl_s: int) -> None:
        """Store a guest for `ttl_s` seconds."""
        ...

    async def renew(self, player: str, token_hash: str, guest: bytes, ttl_s: int) -> None:
        """Store a guest for `ttl_s` seconds from now on, with its list, if the store still has it.

        `player` is the id of the guest.
        """
        ...

    async def find(self, token_hash: str) -> bytes | None:
        """Return a guest, or None if the store has no guest under this hash."""
        ...

    async def forget(self, player: str, token_hash: str) -> None:
        """Remove a token and its entry in the list of the guest `player`, if the store has them."""
        ...

    async def list_token(self, player: str, token_hash: str, ttl_s: int) -> None:
        """Add the hash of a token to the list of the guest `player`, and keep the list for `ttl_s` more."""
        ...

    async def tokens(self, player: str) -> frozenset[str]:
        """Return the list of the guest `player`, empty without a list; some of its tokens may be over."""
        ...
