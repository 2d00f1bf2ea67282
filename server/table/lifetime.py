"""The time after which the server ends a table that all people have left."""

from __future__ import annotations

from msgspec import Struct

from server.table.table import Table

MINUTE_MS, HOUR_MS, DAY_MS = 60_000, 3_600_000, 86_400_000


class Lifetimes(Struct, frozen=True):
    """The times (ms) after which the server ends a table that all people have left.

    A table at which no deal has begun ends after `prepared_ms` if it has uploaded deals, belongs to a match
    or set, or has invited people, and after `unplayed_ms` otherwise. A table at which a deal has begun ends
    after `left_ms`, and so does a table of a match or set if a deal has begun at any of its tables. A table
    that shows a file ends after `unplayed_ms` once a person has led it.
    """

    unplayed_ms: int = 10 * MINUTE_MS
    prepared_ms: int = DAY_MS
    left_ms: int = 7 * DAY_MS


def begun(table: Table) -> bool:
    """Return True if a deal has begun at the table."""
    return table.deal > 0 or not table.game.deal_due(table.state)


def has_finished_deals(table: Table) -> bool:
    """Return True if the table has finished deals, which its players may read later."""
    return table.deal > 0 or table.over


def lifetime_ms(table: Table, lifetimes: Lifetimes, *, prepared: bool, set_begun: bool = False) -> int | None:
    """Return the time (ms) after which the server ends a table that all people have left, None for never.

    `prepared` is True for a table with uploaded deals, a match, a set or invitation links. `set_begun` is
    True if a deal has begun at any table of the table's match or set. A closed table is never removed,
    because people may still read its deals. A house table (a table without a host) is never ended,
    except a house table with uploaded deals, because its deals may change with every start of the server.
    """
    if table.closed or not (table.roles.host or prepared):
        return None
    if table.game.showing is not None and any(chair.people for chair in table.chairs):
        return lifetimes.unplayed_ms
    if set_begun or begun(table):
        return lifetimes.left_ms
    invites = table.policy.access != "open" or table.roles.invited or table.roles.onlookers
    return lifetimes.prepared_ms if prepared or invites else lifetimes.unplayed_ms
