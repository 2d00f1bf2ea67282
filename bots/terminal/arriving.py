"""The arrival of a player at a table: a free seat, the state of the deal, and the command to come back."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from msgspec import Struct

from bots.client import Client
from bots.registry import seats_at
from bots.wire.reader import Updates
from bots.wire.table_view import TableView
from protocol.v1.updates import People, SeatRow

PEOPLE_S = 5.0
PREFERRED = "S"
"""The default seat of a player who names no seat, if the table has this seat."""
ONLY_ROBOTS = "Only robots sit at this table; they play while a person watches or sits here"


class TableCommands(Struct, frozen=True):
    """The commands that lead to a table. `kibitz` is the command that starts the program.

    `token` is the player's token, None if the player supplied it and it must not be printed.
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
        """Return a note that the player must add the token to the command, "" if the token is in it."""
        return " (with your token)" if self.token is None else ""

    @property
    def back(self) -> str:
        """Return the command with which the same player can return to the same seat later."""
        return f"{self.play} {self.seat}" + ("" if self.token is None else f" --token {self.token}")


def own_table_words(way: TableCommands) -> list[str]:
    """Return the lines for a player who has opened a table and is its host."""
    return [
        f"Table {way.table} is yours: you are its host in seat {way.seat}, and robots have the other seats",
        f"  to watch:                    {way.watch}",
        f"  to take a robot's seat:      {way.play}",
        f"  to come back{way.by_token}:",
        f"    {way.back}",
    ]


def way_back_words(way: TableCommands) -> list[str]:
    """Return the lines for a player who leaves."""
    return [f"To come back to seat {way.seat} as the same player{way.by_token}:", f"  {way.back}"]


def only_robots(rows: Sequence[SeatRow]) -> bool:
    """Return True if every seat has a robot and no player."""
    return bool(rows) and all(row.player is None and row.robot is not None for row in rows)


async def people_at(updates: Updates, watched: TableView) -> People | None:
    """Return the people at a newly watched table, None if the server sends no list of them in time."""
    with suppress(TimeoutError):
        async with asyncio.timeout(PEOPLE_S):
            while watched.people is None and await anext(updates, None) is not None:
                pass
    return watched.people


async def free_seat(client: Client, table: str) -> int:
    """Return the number of a seat without a player. A seat without a robot is preferred, then South.

    Raises ValueError with the players' names if every seat has a player, and Refused if this client may not
    watch the table.
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
    taken = ", ".join(f"{words[row.seat]} {row.name}" for row in rows if row.seat < len(words))
    raise ValueError(f"every seat of table {table} has a player ({taken}); you can watch the table")


def preferred_seat(words: tuple[str, ...]) -> int:
    """Return the seat of a player who has opened a table and is its host.

    >>> preferred_seat(("N", "E", "S", "W")), preferred_seat(("0", "1", "2"))
    (2, 0)
    """
    return words.index(PREFERRED) if PREFERRED in words else 0
