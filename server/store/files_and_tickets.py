"""The interface of the data that the store keeps for a limited time: uploaded files and tickets.

A ticket is a few bytes under a key, such as a link to a table. This module lists all kinds of tickets.
"""

from __future__ import annotations

from enum import Enum
from typing import Protocol

from msgspec import Struct


class File(Struct, frozen=True):
    """An uploaded file with its content type."""

    content_type: str
    data: bytes


class TicketKind(Enum):
    """The kinds of tickets: for each kind what its tickets hold, under which key, and for how long.

    The name in a kind's value begins the keys of its tickets in the store, so the keys of two kinds are never
    equal. A name must not change, because tickets outlive the server that stored them.
    """

    LINK = "link", 3_600
    """A link (`Link`, as msgpack), by the hash of its token. Links of invitations are kept for a shorter
    time than other links.
    """
    INVITATION = "invite", 600
    """An invitation of a player to a table (`Invitation`, as msgpack), by the id of the invitation."""
    INVITED = "invited", 600
    """The id of the invitation that a player has to a table, by the table's id and the player's id."""
    SEAT = "seat", 7 * 86_400
    """The id of the table at which a player has a seat, by the player's id."""
    DEVICE_CODE = "device", 600
    """A player that goes to another device (msgpack), by the hash of the code."""
    NEWEST_DEVICE_CODE = "newest-device", 600
    """The hash of a player's newest code for another device, by the player's id."""
    ROBOT_TEAM = "robot-team", 7 * 86_400
    """The seats that a host has reserved for programs (`RobotTeam`, as msgpack), by the name of the team."""

    def __init__(self, prefix: str, lifetime_s: int) -> None:
        self.prefix = prefix
        self.lifetime_s = lifetime_s
        """The longest time in seconds for which the store keeps a ticket of this kind."""


class TicketKey(Struct, frozen=True):
    """The key of a ticket: its kind, and a word that no other ticket of the kind has."""

    kind: TicketKind
    word: str

    def __str__(self) -> str:
        return f"{self.kind.prefix}:{self.word}"


class FilesAndTickets(Protocol):
    """The uploaded files and the tickets, each stored for a limited time.

    All methods raise OSError or a subclass if the store does not answer.
    """

    async def put_ticket(
        self, key: TicketKey, ticket: bytes, ttl_s: int | None = None, *, new: bool = False
    ) -> bool:
        """Store a ticket and return True.

        The ticket is kept for `ttl_s` seconds, or for the whole lifetime of its kind. If `new` is True and
        the store already has a ticket with the key, return False and change nothing.
        """
        ...

    async def ticket(self, key: TicketKey) -> bytes | None:
        """Return the ticket with this key, or None if the store has no such ticket."""
        ...

    async def take_ticket(self, key: TicketKey) -> bytes | None:
        """Remove the ticket with this key and return it, or return None if the store has no such ticket.

        If several callers take the same ticket at the same time, only one caller gets it.
        """
        ...

    async def put_file(self, sha: str, file: File, ttl_s: int) -> None:
        """Store an uploaded file for `ttl_s` seconds from now on; its key is the SHA-256 of its bytes."""
        ...

    async def file(self, sha: str) -> File | None:
        """Return an uploaded file, or None if the store has no file with this key."""
        ...
