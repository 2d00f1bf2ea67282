"""Draws of the fixed movements: a plan, filled with the entries that are present."""

from __future__ import annotations

from server.events.movements.asked import Asked
from server.events.movements.draws import Draw, Meeting, review
from server.events.movements.plans import Plan


def filled(plan: Plan, asked: Asked) -> Draw:
    """Return the draw of a plan; where one entry of a table is missing, the other one sits out."""
    numbers = (*asked.numbers, None)  # an odd number of places has none at the last side
    meetings = []
    for planned in plan:
        sides = tuple(numbers[number] for number in planned.sides)
        if sides != (None, None):
            meetings.append(Meeting(planned.table, sides, planned.boards, planned.switched))
    draw = Draw(asked.round, tuple(meetings))
    return Draw(asked.round, draw.meetings, review(draw, asked.earlier, asked.late))
