"""The draw of any movement, the number of rounds that a movement allows, and the numbers of the entries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, assert_never

from server.events.movements import howell, knock_out, mitchell, round_robin
from server.events.movements.asked import Asked, Boards, Movement, too_few, too_many_rounds
from server.events.movements.draws import Draw, NoDraw
from server.events.movements.filling import filled
from server.events.movements.lots import shuffled
from server.events.movements.race import race
from server.events.movements.swiss import swiss

Seating = Literal["listed", "seeded", "random"]
"""The order of the numbers: that of the entries, one with both directions equally strong, or drawn by lot."""


def draw(asked: Asked) -> Draw:
    """Return the draw of a round. Raises NoDraw if there is none."""
    if not 0 <= asked.round < asked.rounds:
        raise NoDraw("too_many_rounds", f"expected a round from 1 to {asked.rounds}, got {asked.round + 1}")
    match asked.movement:
        case "mitchell":
            return _mitchell(asked)
        case "howell":
            return _howell(asked)
        case "round_robin":
            return _round_robin(asked)
        case "swiss":
            return swiss(asked)
        case "knock_out":
            return knock_out.knock_out(asked)
        case "race":
            return race(asked)
        case _:
            assert_never(asked.movement)


def most_rounds(movement: Movement, entries: int, boards: Boards = "barometer", legs: int = 1) -> int | None:
    """Return the greatest number of rounds of a movement for so many entries, None if there is no limit.

    A Swiss of more rounds than this must repeat meetings. Raises NoDraw if the boards do not fit.
    """
    match movement:
        case "mitchell":
            return mitchell.most_rounds(tables_of(entries), boards)
        case "howell":
            return howell.most_rounds(entries)
        case "round_robin" | "swiss":
            return round_robin.most_rounds(entries, legs)
        case "knock_out":
            return knock_out.most_rounds(entries)
        case "race":
            return None
        case _:
            assert_never(movement)


def tables_of(places: int) -> int:
    """Return the number of tables of a movement of pairs with so many places."""
    return (places + 1) // 2


def groups_of(movement: Movement, places: int) -> int:
    """Return the number of groups of boards that move through a Mitchell or a Howell with so many places."""
    return tables_of(places) if movement == "mitchell" else howell.most_rounds(places)


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
    tables = tables_of(asked.places)
    _check(asked, 3, mitchell.most_rounds(tables, asked.boards))
    switch = asked.switch and asked.winners == 1
    plan = mitchell.planned(tables, asked.round, asked.rounds, asked.boards, switch)
    return filled(plan, asked, two_groups=True)


def _howell(asked: Asked) -> Draw:
    _check(asked, 3, howell.most_rounds(asked.places))
    return filled(howell.planned(asked.places, asked.round, asked.boards), asked)


def _round_robin(asked: Asked) -> Draw:
    _check(asked, 2, round_robin.most_rounds(asked.places, asked.legs))
    leg = round_robin.most_rounds(asked.places)
    plan = round_robin.planned(asked.places, asked.round)
    return filled(plan, asked, since=asked.round // leg * leg)


def _check(asked: Asked, fewest: int, most: int) -> None:
    """Raise NoDraw if a fixed movement has fewer places or more rounds than it may have."""
    entries = sum(each is not None for each in asked.numbers)
    if asked.places < fewest:
        raise too_few(asked.movement, fewest, entries)
    if asked.rounds > most:
        raise too_many_rounds(asked, entries, most)
