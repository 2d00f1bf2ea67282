"""How much two entries compete with each other in a field of one winner, and how evenly (clubs.md 3.3).

Two entries that play a board in the same direction at different tables compete for it: +1. In opposite
directions they help each other: -1. A meeting of the two counts the number of tables less 1.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations
from statistics import pstdev

from server.events.movements.draws import Draw


def competition(draws: Iterable[Draw], met_counts: bool = True) -> dict[tuple[str, str], int]:
    """Return the competition of each two entries; without `met_counts`, at different tables alone."""
    tables: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for draw in draws:
        for meeting in draw.meetings:
            north, east = meeting.entries
            tables[meeting.boards].append((north, east))
    total: dict[tuple[str, str], int] = defaultdict(int)
    for pairs in tables.values():
        for one, other in combinations(pairs, 2):
            for first, second in ((0, 0), (1, 1)):
                total[_key(one[first], other[second])] += 1
            for first, second in ((0, 1), (1, 0)):
                total[_key(one[first], other[second])] -= 1
        for north, east in pairs:
            total[_key(north, east)] += (len(pairs) - 1) * met_counts
    return dict(total)


def spread(draws: Iterable[Draw]) -> float:
    """Return the standard deviation of the competition of each two entries."""
    return pstdev(competition(draws).values())


def _key(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)
