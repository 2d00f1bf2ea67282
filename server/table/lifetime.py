"""The time for which a table is kept when all people have left it."""

from __future__ import annotations

from msgspec import Struct

from server.table.table import Table

MINUTE_MS, HOUR_MS, DAY_MS = 60_000, 3_600_000, 86_400_000


class Lifetimes(Struct, frozen=True):
    """How long tables without people are kept (ms).

    `unplayed_ms`: before the first deal. `prepared_ms`: before the first deal, where the table waits for its
    people: uploaded boards, a match, invitations. `left_ms`: once a deal has begun.
    """

    unplayed_ms: int = 10 * MINUTE_MS
    prepared_ms: int = DAY_MS
    left_ms: int = 7 * DAY_MS


def begun(table: Table) -> bool:
    """Return whether a deal has begun at the table."""
    return table.deal > 0 or not table.game.deal_due(table.state)


def has_finished_deals(table: Table) -> bool:
    """Return whether there are finished deals, which stay for their players to read."""
    return table.deal > 0 or table.over


def kept_ms(table: Table, lifetimes: Lifetimes, *, prepared: bool) -> int | None:
    """Return how long the table is kept from when the last person left it, None for ever.

    `prepared`: more than the table tells makes it wait for its people. A closed table is kept as a finished
    game, and the house's own tables, which have no host, are there for the next visitor; but not those on
    uploaded boards, of which each start may bring others.
    """
    if table.closed or not (table.host or prepared):
        return None
    if begun(table):
        return lifetimes.left_ms
    invites = table.policy.access != "open" or table.invited or table.onlookers
    return lifetimes.prepared_ms if prepared or invites else lifetimes.unplayed_ms
