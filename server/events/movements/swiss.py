"""The Swiss: entries with like totals meet, and no two of them twice while a draw without that exists."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, islice
from typing import assert_never

from server.events.movements.asked import Asked, FirstRound, too_few
from server.events.movements.draws import Draw, Meeting, Remark, review
from server.events.movements.lots import below, shuffled
from server.events.movements.matching import cheapest
from server.events.movements.met import Met, meetings
from server.events.movements.search import (
    NODES,
    Budget,
    Pairs,
    SearchEnded,
    allowed,
    bits,
    find,
    lasts,
    rounds_ahead,
    without,
)


def swiss(asked: Asked) -> Draw:
    """Return the draw of a round of a Swiss. Raises NoDraw for fewer than two entries.

    An entry that is missing for an even number is the last of the order: its opponent has a bye, which is a
    meeting like any other, so that no entry has a second one.
    """
    if len(asked.order) < 2:
        raise too_few(asked.movement, 2, len(asked.order))
    met = meetings(asked.earlier)
    if not asked.earlier and not asked.repeats:
        return _drawn(asked, _first(asked.order, asked.first, asked.seed), ended=False)
    order: tuple[str | None, ...] = (*asked.order, *(None,) * (len(asked.order) % 2))
    pairs, ended = _pairs(order, met, asked)
    return _drawn(asked, [(order[one], order[other]) for one, other in pairs], ended)


def _first(order: tuple[str, ...], first: FirstRound, seed: str) -> list[tuple[str | None, str | None]]:
    """Return the pairs of the first round; of an odd number, the last entry has a bye."""
    listed = shuffled(order, seed, "first round") if first == "random" else order
    bye: list[tuple[str | None, str | None]] = [(listed[-1], None)] if len(listed) % 2 else []
    half = len(listed) // 2
    upper, lower = listed[:half], listed[half : 2 * half]
    match first:
        case "split":
            lower = shuffled(lower, seed, "first round")
        case "fold":
            lower = lower[::-1]
        case "slide":
            pass
        case "random":
            upper, lower = listed[: 2 * half : 2], listed[1 : 2 * half : 2]
        case _:
            assert_never(first)
    return [*zip(upper, lower, strict=True), *bye]


def _pairs(order: tuple[str | None, ...], met: Met, asked: Asked) -> tuple[Pairs, bool]:
    """Return the pairs of a round by rank, and True if the search was ended."""

    def may_meet(one: int, other: int) -> bool:
        if order[other] is not None and asked.repeats:
            return True
        return order[other] not in met.get(order[one], ())

    def may_meet_now(one: int, other: int) -> bool:
        return may_meet(one, other) and (order[other] is not None or order[one] not in asked.late)

    later, now = allowed(len(order), may_meet), allowed(len(order), may_meet_now)
    rounds = 0 if asked.repeats else rounds_ahead(later, asked.rounds - asked.round - 1)
    try:
        found = find(now, later, rounds, Budget(NODES // 2))
        if found is not None:
            return found, False
    except SearchEnded:
        pairs = _nearest(now)
        if pairs is not None:
            return pairs, not _certainly_lasts(later, pairs, rounds)
    return _fewest_repeats(order, now, met, asked), False


def _nearest(now: Sequence[int]) -> Pairs | None:
    """Return pairs of all entries with the least squares of the gaps in rank, None if there are none.

    A matching of all pairs of 200 entries takes seconds. So each entry has its nearest opponents at first.
    """
    width = 8
    while True:
        costs = {
            (one, other): (other - one) ** 2
            for one, opponents in enumerate(now)
            for other in islice(bits(opponents >> one + 1 << one + 1), width)
        }
        pairs = cheapest(costs)
        if 2 * len(pairs) == len(now):
            return pairs
        if width >= len(now):
            return None
        width *= 4


def _certainly_lasts(later: Sequence[int], pairs: Pairs, rounds: int) -> bool:
    """Return True if a search finds that as many rounds can be drawn after these pairs have met."""
    try:
        return lasts(without(later, pairs), rounds, Budget(NODES // 2))
    except SearchEnded:
        return False


def _fewest_repeats(order: tuple[str | None, ...], now: Sequence[int], met: Met, asked: Asked) -> Pairs:
    """Return the pairs with the fewest and oldest repeats, then byes of late entries, then gaps in rank."""
    size = len(order)
    costs = {}
    bye_of_late = size**3
    repeat = bye_of_late * size
    for one, other in combinations(range(size), 2):
        rounds = [] if now[one] >> other & 1 else met.get(order[one], {}).get(order[other], [])
        # However old, two repeats are worse than one.
        weight = sum((asked.rounds + 1) * size + number for number in rounds)
        late = not rounds and not now[one] >> other & 1
        costs[one, other] = (other - one) ** 2 + repeat * weight + bye_of_late * late
    return cheapest(costs)


def _drawn(asked: Asked, pairs: Sequence[tuple[str | None, str | None]], ended: bool) -> Draw:
    """Return the draw with a table for each pair, the best entry's first and a bye last."""
    made = [
        Meeting(table, _sides(asked, pair, table), asked.round)
        for table, pair in enumerate(sorted(pairs, key=lambda pair: None in pair), start=1)
    ]
    draw = Draw(asked.round, tuple(made))
    remarks = review(draw, asked.earlier, asked.late)
    return Draw(asked.round, draw.meetings, (*remarks, *(Remark("search_ended"),) * ended))


def _sides(asked: Asked, pair: tuple[str | None, str | None], table: int) -> tuple[str | None, str | None]:
    """Return a pair by sides: the entry that was less often on the first side comes first."""
    one, other = pair
    if one is None or other is None:
        return (one, other) if other is None else (other, one)
    firsts = [
        sum(
            meeting.sides[0] == entry and meeting.bye is None
            for draw in asked.earlier
            for meeting in draw.meetings
        )
        for entry in pair
    ]
    turned = firsts[0] > firsts[1] or (
        firsts[0] == firsts[1] and below(2, asked.seed, f"sides {asked.round} {table}") == 1
    )
    return (other, one) if turned else (one, other)
