"""The first log entry of a table whose players an event has seated."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from server.table.events import Base
from server.table.seats import Occupant


class Seated(Struct, frozen=True):
    """The players that an event seats at a new table, by seat, and the ids of the event's directors."""

    players: Mapping[int, Occupant]
    directors: tuple[str, ...] = ()


def placed(base: Base, seated: Seated) -> Base:
    """Return the first entry of a new table's log, changed so that the players have their seats.

    The players are also invited, so that one who stands up may sit down again.
    """
    chairs = tuple(
        chair.sit(seated.players[seat].player, seated.players[seat].name) if seat in seated.players else chair
        for seat, chair in enumerate(base.seats)
    )
    players = {each.player for each in seated.players.values()}
    owners = {
        each.player: each.robot_owner for each in seated.players.values() if each.robot_owner is not None
    }
    return replace(
        base,
        seats=chairs,
        directors=tuple(sorted(set(seated.directors) - players)),
        invited=tuple(sorted(players)),
        robot_owners={**base.robot_owners, **owners},
    )
