"""The arrival of a player at a table: the choice of a free seat, and the command to come back later."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from msgspec import Struct

from bots.client import Client
from bots.registry import seats_at
from bots.sheets.names import name_with_owner
from bots.wire.reader import Updates
from bots.wire.table_view import TableView
from protocol.v1.updates import People, SeatRow

PEOPLE_S = 5.0
PREFERRED = "S"
"""The name of the usual seat of a player that names no seat, if the table has this seat."""
ONLY_ROBOTS = (
    "Only robots sit at this table; they play while a person watches or sits here, and wait otherwise"
)


class TableCommands(Struct, frozen=True):
    """The shell commands by which a player can watch a table, play at it and come back to it.

    `kibitz` is the command that starts this program, such as `python -m server`. `token` is the token of a
    new guest, which becomes a part of the printed command to come back. `token` is None if the player has
    supplied a token, because a supplied token must not be printed on the screen.
    """

    kibitz: str
    url: str
    table: str
    seat: str
    token: str | None = None

    @property
    def watch(self) -> str:
        return f"{self.kibitz} watch {self.url} {self.table}"

    @property
    def play(self) -> str:
        return f"{self.kibitz} play {self.url} {self.table}"

    @property
    def by_token(self) -> str:
        """Return " (with your token)" if the player must add the token to the command, else ""."""
        return " (with your token)" if self.token is None else ""

    @property
    def back(self) -> str:
        """Return the shell command with which the same player can return to the same seat later."""
        return f"{self.play} {self.seat}" + ("" if self.token is None else f" --token {self.token}")


def own_table_words(way: TableCommands) -> list[str]:
    """Return the lines for a player that has opened a table: the player's seat and the commands to use."""
    return [
        f"Table {way.table} is yours: you are its host in seat {way.seat}, and robots have the other seats",
        f"  to watch:                    {way.watch}",
        f"  to take a robot's seat:      {way.play}",
        f"  to come back{way.by_token}:",
        f"    {way.back}",
    ]


def way_back_words(way: TableCommands) -> list[str]:
    """Return the lines for a player that leaves, with the command by which the player can come back."""
    return [f"To come back to seat {way.seat} as the same player{way.by_token}:", f"  {way.back}"]


def only_robots(rows: Sequence[SeatRow]) -> bool:
    """Return True if every seat has a robot and no player."""
    return bool(rows) and all(row.player is None and row.robot is not None for row in rows)


async def people_at(updates: Updates, watched: TableView) -> People | None:
    """Return the people at a table that the client has begun to watch, or None if their list comes late."""
    with suppress(TimeoutError):
        async with asyncio.timeout(PEOPLE_S):
            while watched.people is None and await anext(updates, None) is not None:
                pass
    return watched.people


async def free_seat(client: Client, table: str) -> int:
    """Return the number of a seat that this player can take.

    The first choice is the player's own seat, then a free seat without a robot, then a seat with a robot. Of
    several equally good free seats, South is chosen. Raises ValueError with the players' names if every seat
    has a player, and Refused if this client may not watch the table.
    """
    updates = client.updates(table)
    watched = await client.watch(table, "public")
    people = await people_at(updates, watched)
    words = seats_at(watched.view)
    rows = () if people is None else people.seats
    mine = [row.seat for row in rows if client.you.id in (row.player, row.owner)]
    free = [row for row in rows if row.player is None and row.owner is None]
    best = [row.seat for row in free if row.robot is None] or [row.seat for row in free]
    if mine or best:
        south = [seat for seat in best if words[seat : seat + 1] == (PREFERRED,)]
        return (mine or south or best)[0]
    taken = ", ".join(f"{words[row.seat]} {name_with_owner(row)}" for row in rows if row.seat < len(words))
    raise ValueError(f"every seat of table {table} has a player ({taken}); you can watch the table")


def preferred_seat(words: tuple[str, ...]) -> int:
    """Return the number of the host's seat at a new table: South, or seat 0 if there is no South.

    >>> preferred_seat(("N", "E", "S", "W")), preferred_seat(("0", "1", "2"))
    (2, 0)
    """
    return words.index(PREFERRED) if PREFERRED in words else 0
