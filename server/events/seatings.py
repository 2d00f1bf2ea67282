"""The tables and chairs of a round, which follow from its draw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from server.events.conditions import Conditions
from server.events.movements.draws import Draw, Meeting
from server.events.people import Entrant, Person


class Seating(Struct, frozen=True):
    """A table of a round: the entrants on its sides, as they sit, and the player of each seat.

    `table` is the number of the table, from 1, and `meeting` that of the meeting to which it belongs: a
    meeting of two teams has two tables, of which `room` tells the first (0) and the second (1). `group` is
    the group of boards, from 0, that the table plays if boards move from table to table; None if they do not.
    """

    table: int
    meeting: int
    sides: tuple[str | None, ...]
    chairs: dict[int, Person]
    room: int = 0
    switched: bool = False
    group: int | None = None


def seatings(
    draw: Draw,
    entrants: Mapping[str, Entrant],
    conditions: Conditions,
    sides: tuple[tuple[int, ...], ...],
) -> tuple[Seating, ...]:
    """Return the tables of a round. `sides` are the seats of each side of a table.

    An entrant without opponents sits out, unless the conditions name a robot that plays against it.
    """
    return tuple(_seated(draw, entrants, conditions, sides))


def has_table(meeting: Meeting, conditions: Conditions, sides: tuple[tuple[int, ...], ...]) -> bool:
    """Return False for a meeting whose only entrant sits out: no robot plays against it."""
    against_robots = conditions.robot is not None and not _is_match(conditions, sides)
    return None not in meeting.sides or against_robots


def _is_match(conditions: Conditions, sides: tuple[tuple[int, ...], ...]) -> bool:
    return conditions.form == "teams" and len(sides) == 2


def _seated(
    draw: Draw,
    entrants: Mapping[str, Entrant],
    conditions: Conditions,
    sides: tuple[tuple[int, ...], ...],
) -> Iterator[Seating]:
    robot, number = conditions.robot, 0
    match = _is_match(conditions, sides)
    for meeting in draw.meetings:
        if not has_table(meeting, conditions, sides):
            continue
        for room in range(2 if match else 1):
            number += 1
            sitting = meeting.sides if room == 0 else tuple(reversed(meeting.sides))
            chairs: dict[int, Person] = {}
            for side, (entrant, seats) in enumerate(zip(sitting, sides, strict=True)):
                players = () if entrant is None else entrants[entrant].players
                for place, seat in enumerate(seats, _first(side, room, len(seats), match=match)):
                    player = players[place] if place < len(players) else Person("", robot or "", robot)
                    chairs[seat] = player
            group = meeting.boards if conditions.moving else None
            yield Seating(number, meeting.table, sitting, chairs, room, meeting.switched, group)


def _first(side: int, room: int, seats: int, *, match: bool) -> int:
    """Return the place, from 0, of the first player of an entrant that sits on a side of a room.

    The first pair of a team sits North-South in the first room, and so on: the home team has its first pair
    in the first room, and the visiting team its second.
    """
    away = side if room == 0 else 1 - side
    return seats * ((room + away) % 2) if match else 0


def seats_of(
    seating: Seating, entrant: str, sides: tuple[tuple[int, ...], ...], *, match: bool
) -> dict[int, int]:
    """Return the seats of an entrant at a table, with the place, from 0, of the player that sits there.

    `sides` are the seats of each side of a table, and `match` is True for a meeting with two tables.
    """
    return {
        seat: place
        for side, (each, seats) in enumerate(zip(seating.sides, sides, strict=True))
        if each == entrant
        for place, seat in enumerate(seats, _first(side, seating.room, len(seats), match=match))
    }


def seat_of(seating: Seating, player: str) -> int | None:
    """Return the seat of a player at a table, None if the player does not sit there."""
    return next((seat for seat, each in seating.chairs.items() if player and each.id == player), None)
