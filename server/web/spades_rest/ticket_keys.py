"""The keys of the Spades API's tickets."""

from __future__ import annotations

import hashlib

from server.store.files_and_tickets import TicketKey, TicketKind


def link_key(token: str) -> TicketKey:
    """Return the key under which the store keeps a link that lets a player enter a table.

    `token` is the secret word in the link's URL. The key has only a hash of it, so that the store never sees
    the token itself.
    """
    return TicketKey(TicketKind.LINK, hashlib.sha256(token.encode()).hexdigest())


def invitation_key(invite_id: str) -> TicketKey:
    """Return the key under which the store keeps the invitation with the id `invite_id`."""
    return TicketKey(TicketKind.INVITATION, invite_id)


def invited_key(table: str, player: str) -> TicketKey:
    """Return the key under which the store keeps the id of a player's invitation to a table."""
    return TicketKey(TicketKind.INVITED, f"{table}:{player}")


def seat_key(player: str) -> TicketKey:
    """Return the key under which the store keeps the id of the table at which a player has a seat."""
    return TicketKey(TicketKind.SEAT, player)
