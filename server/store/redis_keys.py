"""The keys in Redis, except the keys of guests, files and tickets, which only their own stores use."""

from __future__ import annotations

from server.store.ownership import hub_of as hub_of
from server.store.packing import table_key

HUBS = "kibitz:hubs"
"""The key of the sorted set of hubs, sorted by the time of the last heartbeat."""
ABOUT = f"kibitz:{{{HUBS}}}:about:"
"""The beginning of the keys of the hubs' descriptions of themselves.

The braces put the descriptions into the slot of the sorted set of hubs, so that in a cluster a heartbeat
depends on no other server.
"""
SECRET = "kibitz:secret"
DUE = "kibitz:due"
"""The key of the sorted set of tables, sorted by the time at which a hub must check if the table is to end.
"""
UNARCHIVED = "kibitz:unarchived"
"""The key of the sorted set of all tables, sorted by the position up to which the archiver has read each.
"""


def tables_key(hub: str) -> str:
    """Return the key of the Redis set of the tables that a hub owns."""
    return f"kibitz:hub:{hub}:tables"


def awake_key(hub: str) -> str:
    """Return the key of the sorted set of the tables that a hub has in memory, by their next deadlines."""
    return f"kibitz:hub:{hub}:awake"


def about_key(hub: str) -> str:
    """Return the key of a hub's description of itself."""
    return f"{ABOUT}{hub}"


def logs_prefix(table: str) -> str:
    """Return the beginning of the Redis keys of a table's logs."""
    return f"{table_key(table)}:log:"


def notes_prefix(table: str) -> str:
    """Return the beginning of the Redis keys of a table's notes."""
    return f"{table_key(table)}:notes:"


def notes_key(table: str, deal: int) -> str:
    """Return the key of the Redis hash with the notes on one deal, by card and player."""
    return f"{notes_prefix(table)}{deal}"
