"""The time for which a table is kept after all people have left it."""

from __future__ import annotations

from msgspec import Struct

from server.table.table import Table

MINUTE_MS, HOUR_MS, DAY_MS = 60_000, 3_600_000, 86_400_000


class Lifetimes(Struct, frozen=True):
    """The times for which tables without people are kept (ms).

    `unplayed_ms` holds before the first deal. `prepared_ms` holds before the first deal of a table with
    uploaded deals, a match or invitations. `left_ms` holds once a deal has begun.
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
    """Return the ms for which the table is kept after the last person left it; None is for ever.

    `prepared` is True for a table with uploaded deals, a match or invitation links. A closed table is kept
    for ever as a finished game. The house's own tables, which have no host, are kept for the next visitor,
    unless they have uploaded deals, which may change with every start of the server.
    """
    if table.closed or not (table.roles.host or prepared):
        return None
    if begun(table):
        return lifetimes.left_ms
    invites = table.policy.access != "open" or table.roles.invited or table.roles.onlookers
    return lifetimes.prepared_ms if prepared or invites else lifetimes.unplayed_ms
