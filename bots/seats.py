"""The names of seats as they are written and typed: compass points, or numbers from 0."""

from __future__ import annotations

from protocol.words import list_alternatives

COMPASS = ("N", "E", "S", "W")
POINTS = {"N": "NORTH", "E": "EAST", "S": "SOUTH", "W": "WEST"}
MOST_SEATS = 8


def numbered(players: int) -> tuple[str, ...]:
    """Return the names of the seats of a table at which seats have only numbers.

    >>> numbered(3)
    ('0', '1', '2')
    """
    return tuple(map(str, range(players)))


def seat_number(seat: int | str, seats: tuple[str, ...] = COMPASS) -> int:
    """Return the number of a seat, counted from 0.

    `seat` is the name of a seat in short or in full, or a number. Numbers that are higher than those of the
    seats are accepted, because players that wait for a seat have such numbers. Raises ValueError for a text
    that names no seat.

    >>> seat_number("S"), seat_number("west"), seat_number("0"), seat_number(3)
    (2, 3, 0, 3)
    >>> seat_number("south", ("N", "S")), seat_number("seat 5", ("0", "1", "2", "3", "4", "5"))
    (1, 5)
    """
    text = str(seat).strip().upper().removeprefix("SEAT").strip()
    if text.isdecimal() and int(text) < MOST_SEATS:
        return int(text)
    found = [place for place, word in enumerate(seats) if text and POINTS.get(word, word).startswith(text)]
    if len(found) != 1:
        raise ValueError(f"expected a seat ({list_alternatives(seats)}), got {seat!r}")
    return found[0]
