"""The draw of any movement, the number of rounds that a movement allows, and the numbers of the entries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from server.events.movements import mitchell
from server.events.movements.asked import Asked, Boards, Movement
from server.events.movements.draws import Draw, NoDraw
from server.events.movements.filling import filled
from server.events.movements.lots import shuffled

Seating = Literal["listed", "seeded", "random"]
"""How entries get their numbers: in their order, so that both directions are equally strong, by lot."""


def draw(asked: Asked) -> Draw:
    """Return the draw of a round. Raises NoDraw if there is none."""
    if not 0 <= asked.round < asked.rounds:
        raise NoDraw("too_many_rounds", f"expected a round from 1 to {asked.rounds}, got {asked.round + 1}")
    match asked.movement:
        case "mitchell":
            return _mitchell(asked)
        case _:
            raise NoDraw("invalid", f"unknown movement {asked.movement}")


def most_rounds(movement: Movement, entries: int, boards: Boards = "barometer") -> int | None:
    """Return the greatest number of rounds of a movement for so many entries, None if there is no limit."""
    match movement:
        case "mitchell":
            return mitchell.most_rounds((entries + 1) // 2, boards)
        case _:
            return None


def seated(movement: Movement, entries: Sequence[str], seed: str, how: Seating) -> tuple[str | None, ...]:
    """Return the entries by number, for `Asked.numbers`, from the entries in the order of their strength.

    An odd number of entries gets None as the last number.
    """
    ordered = shuffled(entries, seed, "numbers") if how == "random" else tuple(entries)
    numbers = (*ordered, *(None,) * (len(ordered) % 2))
    if movement == "mitchell" and how == "seeded":
        # The stronger entry of a table is North-South at one table and East-West at the next.
        return tuple(numbers[index ^ (index // 2 % 2)] for index in range(len(numbers)))
    return numbers


def _mitchell(asked: Asked) -> Draw:
    tables = (asked.places + 1) // 2
    if tables < 2:
        raise NoDraw("too_few", f"expected at least 3 entries, got {asked.places}")
    most = mitchell.most_rounds(tables, asked.boards)
    if asked.rounds > most:
        raise NoDraw(
            "too_many_rounds", f"expected at most {most} rounds at {tables} tables, got {asked.rounds}"
        )
    switch = asked.switch and asked.winners == 1
    return filled(mitchell.planned(tables, asked.round, asked.rounds, asked.boards, switch), asked)
