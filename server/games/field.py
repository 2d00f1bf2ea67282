"""The scoring of a field of results by plain comparison: matchpoints and total points, for any game.

A game whose results need more than a comparison, such as bridge with its assigned scores, scores its fields
itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from protocol.words import list_alternatives
from server.errors import IllegalAction
from server.games.base import AnyCompeting, Award, FieldResult, SidePoints

Comparable = tuple[int, ...]
WIN = 2
"""The matchpoints for each result that is beaten; an equal result is worth half of them."""
_PERCENT: dict[str, int] = {"plus": 60, "average": 50, "minus": 40}


def scored(
    competing: AnyCompeting, results: Sequence[FieldResult], scoring: str
) -> tuple[SidePoints | None, ...]:
    """Return the points of each result by the scoring `mp` or `total`.

    Raises IllegalAction for another scoring.
    """
    match scoring:
        case "mp":
            return by_matchpoints(results, competing.comparable)
        case "total":
            return by_total(results, competing.comparable)
        case _:
            expected = list_alternatives(tuple(competing.scorings))
            raise IllegalAction(f"expected the scoring {expected}, got {scoring}")


def by_matchpoints(
    results: Sequence[FieldResult], comparable: Callable[[Any], Comparable]
) -> tuple[SidePoints | None, ...]:
    """Return 2 points a result for each worse result of the same deal, and 1 for each equal one.

    If a table has two sides, side 1 gets the rest of the maximum. A deal with a single result has no points.
    An artificial score is a percentage of the maximum, and no result is compared with it.
    """
    scored: list[SidePoints | None] = [None] * len(results)
    for indices in _by_deal(results).values():
        played = {index: comparable(results[index].result) for index in indices if _counts(results[index])}
        top = Fraction(WIN * (len(indices) - 1))
        for index in indices:
            if len(indices) < 2:
                continue
            awards = results[index].awards
            if awards is not None:
                points = tuple(top * _percentage(award) / 100 for award in awards)
                scored[index] = SidePoints(points, top)
            elif len(played) < 2:
                scored[index] = SidePoints(tuple(top / 2 for _ in results[index].sides), top)
            else:
                # A deal with artificial scores counts as much as one without: Neuberg's formula.
                mine = played[index]
                raw = sum(WIN * (mine > other) + (mine == other) for other in played.values()) - 1
                own = Fraction((raw + 1) * len(indices), len(played)) - 1
                sides = (own, top - own)[: len(results[index].sides)]
                scored[index] = SidePoints(sides, top, len(played) - 1)
    return tuple(scored)


def by_total(
    results: Sequence[FieldResult], comparable: Callable[[Any], Comparable]
) -> tuple[SidePoints | None, ...]:
    """Return the first number of each result as the points of side 0, and its opposite for a second side."""
    return tuple(_total(each, comparable) for each in results)


def _total(result: FieldResult, comparable: Callable[[Any], Comparable]) -> SidePoints | None:
    if result.awards is not None:
        points = (Fraction(each, 100) if isinstance(each, int) else Fraction() for each in result.awards)
        return SidePoints(tuple(points))
    if result.result is None:
        return None
    own = Fraction(comparable(result.result)[0])
    return SidePoints((own, -own)[: len(result.sides)])


def _by_deal(results: Sequence[FieldResult]) -> dict[int, list[int]]:
    """Return, for each deal, the indices of its results and awards."""
    deals: dict[int, list[int]] = defaultdict(list)
    for index, each in enumerate(results):
        if each.awards is not None or each.result is not None:
            deals[each.deal].append(index)
    return deals


def _counts(result: FieldResult) -> bool:
    return result.awards is None


def _percentage(award: Award) -> Fraction:
    return Fraction(award, 100) if isinstance(award, int) else Fraction(_PERCENT[award])
