"""The interface of the stored measures of the operators, and of the audit log of their acts.

A measure is a ban, a mute or a new name of a player, in bytes that `server.moderation` makes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

AUDITED = 10_000
"""The number of the newest records of each kind that the audit log keeps; the store may keep some more."""


class MeasuresAndAudit(Protocol):
    """The operators' measures, each under a key of its own, and the audit log of the operators' acts.

    All methods raise OSError or a subclass if the store does not answer.
    """

    async def put_measure(self, key: str, measure: bytes) -> None:
        """Store a measure, in place of an earlier one with the same key."""
        ...

    async def remove_measure(self, key: str) -> bool:
        """Remove the measure with a key, and return True if the store had it."""
        ...

    async def measures(self) -> Mapping[str, bytes]:
        """Return all measures by their keys."""
        ...

    async def measures_version(self) -> int:
        """Return a number that is another one after every change of the measures."""
        ...

    async def audit(self, record: bytes, *, read: bool = False) -> None:
        """Add a record to the end of the audit log; `read` is True for an order that changes nothing.

        The records of orders that change nothing are kept apart, so that they cannot push out the others.
        """
        ...

    async def audited(self, most: int, *, read: bool = False) -> tuple[bytes, ...]:
        """Return the newest records of one kind, at most `most` of them, the newest first."""
        ...
