"""A player's arrival at a table: which seat is free, what goes on there, and the way back to it."""

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
"""The seat of a player at a table of their own, and of one that does not choose, where it exists."""
ONLY_ROBOTS = "Only robots sit at this table: they play while a person watches or sits there"


class Way(Struct, frozen=True):
    """The commands that lead to a table; `kibitz` is how the program is started.

    `token` is the player's, None where it was given by the player and is not to be told again.
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
        """What else the player needs to come back, "" where the command has it all."""
        return " (with your token)" if self.token is None else ""

    @property
    def back(self) -> str:
        """The command by which the same player sits down in the same seat again."""
        return f"{self.play} {self.seat}" + ("" if self.token is None else f" --token {self.token}")


def own_table_words(way: Way) -> list[str]:
    """Return what the player at a new table of their own is told, a line each."""
    return [
        f"Table {way.table} is yours: you are its host, in seat {way.seat}, and robots have the other seats",
        f"  others watch:                {way.watch}",
        f"  others take a robot's seat:  {way.play}",
        f"  you come back{way.by_token}:",
        f"    {way.back}",
    ]


def way_back_words(way: Way) -> list[str]:
    """Return what a player who leaves is told, a line each."""
    return [f"Come back to seat {way.seat}, as the same player{way.by_token}:", f"  {way.back}"]


def only_robots(rows: Sequence[SeatRow]) -> bool:
    """Return whether every seat has a robot and no player."""
    return bool(rows) and all(row.player is None and row.robot is not None for row in rows)


async def people_at(updates: Updates, watched: TableView) -> People | None:
    """Return the people at a table that has just been watched, None where none are told for a while."""
    with suppress(TimeoutError):
        async with asyncio.timeout(PEOPLE_S):
            while watched.people is None and await anext(updates, None) is not None:
                pass
    return watched.people


async def free_seat(client: Client, table: str) -> int:
    """Return the number of a seat that no player has; a seat without a robot goes first, then South's.

    Raises ValueError that names the players where every seat has one, and Refused.
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
    raise ValueError(f"every seat of table {table} has a player ({taken}); it can be watched")


def preferred_seat(words: tuple[str, ...]) -> int:
    """Return the seat of a player at a table of their own.

    >>> preferred_seat(("N", "E", "S", "W")), preferred_seat(("0", "1", "2"))
    (2, 0)
    """
    return words.index(PREFERRED) if PREFERRED in words else 0
