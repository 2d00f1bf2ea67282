"""Draws of the fixed movements: a plan, filled with the entries that are present.

Where the plan leaves two entries idle that might meet, where it repeats a meeting, or where entries came
after all places were taken, the draw keeps as near to the plan as it can without a rematch.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from itertools import chain, combinations, count

from server.events.movements.asked import Asked
from server.events.movements.draws import Draw, Meeting, NoDraw, review
from server.events.movements.matching import cheapest
from server.events.movements.met import Met, meetings
from server.events.movements.plans import Plan, Planned
from server.events.movements.search import Budget, SearchEnded, allowed, find, rounds_ahead

NODES_NEAR_A_PLAN = 10_000
"""The number of pairs that the search near a plan may try: where it finds a draw, it finds it soon."""

Couple = tuple[int | None, int | None]
"""The numbers of two entries that meet; None for the missing opponent of an entry."""


def filled(plan: Plan, asked: Asked, two_groups: bool = False, since: int = 0) -> Draw:
    """Return the draw of a plan; where one entry of a table is missing, the other one sits out.

    `two_groups` says that even numbers meet odd ones only. Meetings before the round `since` may be repeated.
    Raises NoDraw if boards move and an entry has no place.
    """
    earlier = tuple(draw for draw in asked.earlier if draw.round >= since)
    present = [number for number, entry in enumerate(asked.numbers) if entry is not None]
    couples = _planned_couples(plan, present)
    by_plan = _drawn(couples, plan, asked, earlier, two_groups)
    seated = {number for couple in couples for number in couple}
    extra = [number for number in present if number not in seated]
    idle = extra + [number for couple in couples if None in couple for number in couple if number is not None]
    may_be_better = any(not two_groups or (one + other) % 2 for one, other in combinations(idle, 2))
    if not extra and not by_plan.remarks and not may_be_better:
        return by_plan
    if asked.boards != "barometer":
        if extra:
            raise NoDraw("no_place", "expected a free place for each entry, because the boards move")
        return by_plan
    met = meetings(earlier)
    better = _without_rematch(couples, present, asked, met, two_groups)
    if better is None:
        if not extra and not any(remark.code == "rematch" for remark in by_plan.remarks):
            return by_plan
        better = _most_tables(couples, present, asked, met, two_groups)
    return _drawn(better, plan, asked, earlier, two_groups)


def _planned_couples(plan: Plan, present: Sequence[int]) -> list[Couple]:
    """Return the numbers that meet by the plan, without tables where both are missing."""
    here = set(present)
    couples = [tuple(number if number in here else None for number in planned.sides) for planned in plan]
    return [(one, other) for one, other in couples if one is not None or other is not None]


def _without_rematch(
    couples: Sequence[Couple], present: Sequence[int], asked: Asked, met: Met, two_groups: bool
) -> list[Couple] | None:
    """Return couples near the plan that repeat nothing and leave no repeat for later rounds, None if none do.

    As many tables as possible have two entries.
    """
    groups = [[number for number in present if number % 2 == side] for side in (0, 1)]
    size = max(map(len, groups)) if two_groups else (len(present) + 1) // 2
    if two_groups:
        order = [each for group in groups for each in (*group, *(None,) * (size - len(group)))]
    else:
        order = [*present, *(None,) * (2 * size - len(present))]

    def may_meet(one: int, other: int) -> bool:
        if two_groups and (one < size) == (other < size):
            return False
        return _entry(asked, order[other]) not in met.get(_entry(asked, order[one]), ())

    def may_meet_now(one: int, other: int) -> bool:
        sides = {_entry(asked, order[one]), _entry(asked, order[other])}
        return may_meet(one, other) and not (None in sides and sides & asked.late)

    later, now = allowed(2 * size, may_meet), allowed(2 * size, may_meet_now)
    rounds = rounds_ahead(later, asked.rounds - asked.round - 1)
    try:
        found = find(now, later, rounds, Budget(NODES_NEAR_A_PLAN), _preferred(order, couples), two_groups)
    except SearchEnded:
        return None
    return None if found is None else [(order[one], order[other]) for one, other in found]


def _entry(asked: Asked, number: int | None) -> str | None:
    return None if number is None else asked.numbers[number]


def _preferred(order: Sequence[int | None], couples: Sequence[Couple]) -> list[int | None]:
    """Return the place in the order of the opponent that each entry has by the plan."""
    place = {number: index for index, number in enumerate(order)}
    preferred: list[int | None] = [None] * len(order)
    for one, other in couples:
        if one in place and other in place:
            preferred[place[one]], preferred[place[other]] = place[other], place[one]
    return preferred


def _most_tables(
    couples: Sequence[Couple], present: Sequence[int], asked: Asked, met: Met, two_groups: bool
) -> list[Couple]:
    """Return as many couples without a rematch as there are now; the other entries sit out.

    Entries that have sat out, or that arrive now, sit out last; then the plan decides.
    """
    by_plan = {frozenset(couple) for couple in couples}
    out = {
        number: len(met.get(asked.numbers[number], {}).get(None, ())) + (asked.numbers[number] in asked.late)
        for number in present
    }
    again = len(present) + 1
    table = again * again * (1 + 2 * sum(out.values()))
    costs = {
        (one, other): (frozenset((one, other)) not in by_plan) - again * (out[one] + out[other]) - table
        for one, other in combinations(present, 2)
        if (not two_groups or (one + other) % 2)
        and asked.numbers[other] not in met.get(asked.numbers[one], ())
    }
    chosen = cheapest(costs, all_meet=False)
    meeting = {number for couple in chosen for number in couple}
    return [*chosen, *((number, None) for number in present if number not in meeting)]


def _drawn(
    couples: Sequence[Couple], plan: Plan, asked: Asked, earlier: Sequence[Draw], two_groups: bool
) -> Draw:
    """Return the draw of some couples; those of the plan keep their tables and sides."""
    by_number = {number: planned for planned in plan for number in planned.sides}
    by_table = {planned.table: planned for planned in plan}
    made: dict[int, Meeting] = {}
    waiting = []
    for couple in couples:
        one, other = couple
        planned = by_number.get(one) if one is not None else None
        if planned is not None and other in planned.sides:
            made[planned.table] = _meeting(planned, planned.sides, asked)
        else:
            waiting.append(couple)
    for couple in sorted(waiting, key=lambda couple: (None in couple, two_groups and _lower(couple) % 2)):
        table = _free_table(couple, by_number, made, two_groups)
        planned = by_table.get(table, Planned(table, (0, 0), asked.round))
        made[table] = _meeting(planned, _sides(couple, planned, two_groups), asked)
    draw = Draw(asked.round, tuple(made[table] for table in sorted(made)))
    return Draw(asked.round, draw.meetings, review(draw, earlier, asked.late))


def _meeting(planned: Planned, sides: Couple, asked: Asked) -> Meeting:
    one, other = sides
    entries = (_entry(asked, one), _entry(asked, other))
    return Meeting(planned.table, entries, planned.boards, planned.switched)


def _lower(couple: Couple) -> int:
    return min(number for number in couple if number is not None)


def _free_table(
    couple: Couple, by_number: Mapping[int, Planned], made: Container[int], two_groups: bool
) -> int:
    """Return the table of a couple: that of North-South or of the plan if it is free, or else a free one."""
    numbers = [number for number in couple if number is not None]
    own = [number // 2 + 1 for number in numbers if two_groups and number % 2 == 0]
    own += [by_number[number].table for number in numbers if number in by_number]
    return next(table for table in chain(own, count(1)) if table not in made)


def _sides(couple: Couple, planned: Planned, two_groups: bool) -> Couple:
    """Return a couple as it sits: North-South first, but not where the table is switched."""
    if two_groups:
        north = next((number for number in couple if number is not None and number % 2 == 0), None)
        east = next((number for number in couple if number is not None and number % 2 == 1), None)
        return (east, north) if planned.switched else (north, east)
    if None in couple and _lower(couple) == planned.sides[1]:
        return (None, _lower(couple))
    return couple
