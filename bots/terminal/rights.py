"""The roles that the person at a terminal has at a table: player, host, director, commentator."""

from __future__ import annotations

from bots.client import Client
from bots.sheets.rights import Rights
from bots.wire.table_view import TableView


def rights_of(client: Client, watched: TableView) -> Rights:
    """Return the roles that the person at this terminal has at a watched table."""
    you, people = client.you.id, watched.people
    if not you:
        return Rights()
    knocks = tuple(watched.knocks.values())
    appointments = tuple(name or player for (player, _, _), name in watched.appointments.items())
    if people is None:
        seated = watched.seat is not None
        return Rights(named=True, seated=seated, knocks=knocks, appointments=appointments)
    return Rights(
        named=True,
        seated=watched.seat is not None or any(row.player == you for row in people.seats),
        host=you == people.host,
        director=you in people.directors,
        commentator=you in people.commentators,
        has_directors=bool(people.directors),
        paused=people.paused,
        timed=watched.deadline_ms is not None,
        knocks=knocks,
        appointments=appointments,
    )
