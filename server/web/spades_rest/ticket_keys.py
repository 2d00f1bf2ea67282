"""The keys of the Spades API's tickets."""

from __future__ import annotations

import hashlib

from server.store.files_and_tickets import TicketKey, TicketKind


def link_key(token: str) -> TicketKey:
    """Return the key of a link; the store gets only a hash of the link's token."""
    return TicketKey(TicketKind.LINK, hashlib.sha256(token.encode()).hexdigest())


def invitation_key(invite_id: str) -> TicketKey:
    """Return the key of an invitation."""
    return TicketKey(TicketKind.INVITATION, invite_id)


def invited_key(table: str, player: str) -> TicketKey:
    """Return the key of the id of the invitation that a player has to a table."""
    return TicketKey(TicketKind.INVITED, f"{table}:{player}")


def seat_key(player: str) -> TicketKey:
    """Return the key of the id of the table at which a player has a seat."""
    return TicketKey(TicketKind.SEAT, player)
