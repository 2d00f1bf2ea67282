"""What a person is at a table, as far as it decides what may be typed there."""

from __future__ import annotations

from msgspec import Struct

from bots.client import Client
from bots.wire.table_view import TableView


class Rights(Struct, frozen=True):
    """The roles of one person at one table.

    `named`: with a token, so that the server knows the person. `judged`: the table has directors. `paused`
    and `timed` are the table's; `knocks` are the names of watchers who ask to look into this player's hand,
    `appointments` those of players to whom the host would give an office now.
    """

    named: bool = False
    seated: bool = False
    host: bool = False
    director: bool = False
    commentator: bool = False
    judged: bool = False
    paused: bool = False
    timed: bool = False
    knocks: tuple[str, ...] = ()
    appointments: tuple[str, ...] = ()

    @property
    def changes(self) -> bool:
        """Whether this person may pause the table and fill its seats."""
        return self.host or self.director


def rights_of(client: Client, watched: TableView) -> Rights:
    """Return the roles of a client's person at a table that it follows."""
    you, people = client.you.id, watched.people
    if not you:
        return Rights()
    if people is None:
        return Rights(named=True, seated=watched.seat is not None)
    return Rights(
        named=True,
        seated=watched.seat is not None or any(row.player == you for row in people.seats),
        host=you == people.host,
        director=you in people.directors,
        commentator=you in people.commentators,
        judged=bool(people.directors),
        paused=people.paused,
        timed=watched.deadline_ms is not None,
        knocks=tuple(watched.knocks.values()),
        appointments=tuple(name or player for (player, _), name in watched.appointments.items()),
    )
