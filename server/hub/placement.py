"""The division of tables among the living hubs: which hub opens, wakes or takes over a table.

The functions are pure, so that all hubs with the same facts decide alike.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from hashlib import blake2b

from msgspec import Struct

FACTOR, SPARE = 1.25, 10
"""A hub carries clearly more than another if it has over `FACTOR` times as many tables and `SPARE` more."""


class Load(Struct, frozen=True):
    """A living hub, the number of its tables in memory, and whether it is draining.

    A draining hub hands its tables to other hubs, because it is about to stop.
    """

    hub: str
    tables: int
    draining: bool = False


def share_of(orphans: Iterable[str], me: str, living: Collection[str]) -> tuple[str, ...]:
    """Return the tables without an owner that the hub `me` takes over, in the order of `orphans`.

    Each table goes to exactly one of the hubs `living`, about equally many to each. If a hub joins or leaves,
    only the tables that go to this hub change their place (rendezvous hashing).
    """
    return tuple(
        table for table in orphans if me == max(living, key=lambda hub: _rank(hub, table), default="")
    )


def _rank(hub: str, table: str) -> tuple[bytes, str]:
    """Return the rank of a hub for a table: among hubs, the one with the highest rank gets the table."""
    # Python's own hash of a string differs from process to process.
    return blake2b(table.encode(), digest_size=8, key=hub.encode()[:64]).digest(), hub


def least_loaded(loads: Iterable[Load]) -> Load | None:
    """Return the hub with the fewest tables, None if all hubs are draining.

    Among hubs with equally many tables, it is the one with the smallest id.
    """
    staying = (load for load in loads if not load.draining)
    return min(staying, key=lambda load: (load.tables, load.hub), default=None)


def place(preferred: str, loads: Collection[Load]) -> str | None:
    """Return the hub that opens or wakes a table, None if all hubs are draining.

    The hub `preferred`, which has the request, takes the table itself, unless it is draining, is not among
    `loads`, or carries clearly more tables than the least loaded hub.
    """
    least = least_loaded(loads)
    if least is None:
        return None
    most = least.tables * FACTOR + SPARE
    keeps = any(load.hub == preferred and not load.draining and load.tables <= most for load in loads)
    return preferred if keeps else least.hub
