"""The search for the pairs of a round that leaves a draw without a rematch for each later round.

Entries are numbers from 0, the best first, and sets of entries are the bits of whole numbers: bit b of
`sets[a]` says that a and b may meet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

Pairs = tuple[tuple[int, int], ...]

NODES = 100_000
"""The number of pairs that a search may try."""


class SearchEnded(Exception):
    """The search has tried as many pairs as it may."""


class Budget:
    """The number of pairs that a search may still try."""

    def __init__(self, nodes: int) -> None:
        self.left = nodes

    def spend(self) -> None:
        """Count one pair. Raises SearchEnded if none is left."""
        if self.left == 0:
            raise SearchEnded
        self.left -= 1


def find(
    now: Sequence[int],
    later: Sequence[int],
    rounds: int,
    budget: Budget,
    preferred: Sequence[int | None] = (),
    two_groups: bool = False,
) -> Pairs | None:
    """Return pairs of all entries, None if there are none. Raises SearchEnded.

    `now` says which entries may meet in this round, and `later` in a later one. `rounds` later rounds are to
    follow: the result leaves a draw for as many of them as possible. The best entries get the nearest
    opponents, or those that are `preferred`. `two_groups` says that the entries are two equal groups which
    meet only each other.
    """
    for ahead in range(rounds, -1, -1):
        for pairs in matchings(now, budget, preferred):
            left = without(later, pairs)
            if lasts(left, ahead, budget, two_groups):
                return pairs
    return None


def matchings(
    sets: Sequence[int], budget: Budget, preferred: Sequence[int | None] = (), in_order: bool = True
) -> Iterator[Pairs]:
    """Yield the ways to pair all entries. Raises SearchEnded.

    With `in_order`, the best entries choose first. Without it, those with the fewest opponents left do, which
    finds some way sooner.
    """
    free = (1 << len(sets)) - 1
    if not free:
        yield ()
        return
    pairs: list[tuple[int, int]] = []
    choices = [_choices(free, sets, preferred, in_order)]
    while choices:
        pair = next(choices[-1], None)
        if pair is None:
            choices.pop()
            if pairs:
                one, other = pairs.pop()
                free |= 1 << one | 1 << other
            continue
        budget.spend()
        pairs.append(pair)
        free &= ~(1 << pair[0] | 1 << pair[1])
        if free:
            choices.append(_choices(free, sets, preferred, in_order))
            continue
        yield tuple(pairs)
        pairs.pop()
        free |= 1 << pair[0] | 1 << pair[1]


def _choices(
    free: int, sets: Sequence[int], preferred: Sequence[int | None], in_order: bool
) -> Iterator[tuple[int, int]]:
    """Yield the pairs of the entry that chooses, none if a free entry has no opponent left."""
    left = {entry: sets[entry] & free for entry in bits(free)}
    if not all(left.values()):
        return
    if not in_order:
        chooser = min(left, key=lambda entry: left[entry].bit_count())
        for other in sorted(bits(left[chooser]), key=lambda entry: left[entry].bit_count()):
            yield chooser, other
        return
    best = next(iter(left))
    first = preferred[best] if preferred else None
    if first is not None and left[best] >> first & 1:
        yield best, first
        left[best] &= ~(1 << first)
    for other in bits(left[best]):
        yield best, other


def allowed(size: int, may_meet: Callable[[int, int], bool]) -> list[int]:
    """Return with which others each of `size` entries may meet."""
    sets = [0] * size
    for one, other in combinations(range(size), 2):
        if may_meet(one, other):
            sets[one] |= 1 << other
            sets[other] |= 1 << one
    return sets


def rounds_ahead(sets: Sequence[int], rounds: int) -> int:
    """Return for how many of `rounds` later rounds each entry has another opponent, after this round."""
    return max(0, min(rounds, *(entries.bit_count() - 1 for entries in sets)))


def bits(entries: int) -> Iterator[int]:
    """Yield the entries of a set, the best first."""
    while entries:
        lowest = entries & -entries
        yield lowest.bit_length() - 1
        entries ^= lowest


def without(sets: Sequence[int], pairs: Pairs) -> tuple[int, ...]:
    """Return which entries may still meet after some pairs have met."""
    left = list(sets)
    for one, other in pairs:
        left[one] &= ~(1 << other)
        left[other] &= ~(1 << one)
    return tuple(left)


def is_safe(sets: Sequence[int], rounds: int, two_groups: bool = False) -> bool:
    """Return True if a theorem says that `rounds` more rounds have draws, whatever is drawn in each.

    A graph whose every vertex is joined to half of the vertices has a perfect matching (Dirac); one of two
    groups needs half of the other group.
    """
    fewest = min((entries.bit_count() for entries in sets), default=0)
    return rounds == 0 or (fewest - rounds + 1) * (4 if two_groups else 2) >= len(sets)


def lasts(sets: Sequence[int], rounds: int, budget: Budget, two_groups: bool = False) -> bool:
    """Return True if as many more rounds can be drawn. Raises SearchEnded."""
    return is_safe(sets, rounds, two_groups) or any(
        lasts(without(sets, pairs), rounds - 1, budget, two_groups)
        for pairs in matchings(sets, budget, in_order=False)
    )
