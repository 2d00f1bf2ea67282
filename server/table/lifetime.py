"""The time for which a table is kept after all people have left it."""

from __future__ import annotations

from msgspec import Struct

from server.table.table import Table

MINUTE_MS, HOUR_MS, DAY_MS = 60_000, 3_600_000, 86_400_000


class Lifetimes(Struct, frozen=True):
    """The times (ms) for which tables are kept after all people have left.

    `unplayed_ms` is the time for a table without a deal so far, or `prepared_ms` if that table has uploaded
    deals, belongs to a match or has invited people. `left_ms` is the time for a table at which a deal has
    begun.
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


def lifetime_ms(table: Table, lifetimes: Lifetimes, *, prepared: bool) -> int | None:
    """Return the ms for which the table is kept after the last person has left; None means for ever.

    `prepared` is True for a table with uploaded deals, a match or invitation links. A closed table is kept
    for ever as a finished game. House tables, which have no host, are kept for ever, too. A house table with
    uploaded deals is not kept for ever, because its deals may change with every start of the server.
    """
    if table.closed or not (table.roles.host or prepared):
        return None
    if begun(table):
        return lifetimes.left_ms
    invites = table.policy.access != "open" or table.roles.invited or table.roles.onlookers
    return lifetimes.prepared_ms if prepared or invites else lifetimes.unplayed_ms
