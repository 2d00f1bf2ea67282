"""The ranks that can be played next on each of Hanabi's piles."""

from __future__ import annotations

from protocol.v1.hanabi import START, Variant

Pile = tuple[int, ...]
"""The ranks of the cards on a pile, in the order in which the cards were played."""

UP, DOWN = (1, 2, 3, 4, 5), (5, 4, 3, 2, 1)
"""The ranks in the order of play, of a suit that goes up and of a suit that goes down."""


def next_ranks(variant: Variant, piles: tuple[Pile, ...], suit: int) -> frozenset[int]:
    """Return the ranks that may be played next on a suit's pile, or an empty set for a finished pile."""
    pile = piles[suit]
    if len(pile) == variant.stack:
        return frozenset()
    if variant.sudoku:
        if pile:
            return frozenset((pile[-1] % variant.stack + 1,))
        return frozenset(range(1, variant.stack + 1)) - {other[0] for other in piles if other}
    if variant.up_or_down:
        return _either_way(pile)
    ranks_in_order = DOWN if variant.suits[suit].reversed else UP
    return frozenset((ranks_in_order[len(pile)],))


def _either_way(pile: Pile) -> frozenset[int]:
    if len(pile) < 2:
        return frozenset({(): (1, 5, START), (1,): (2,), (5,): (4,), (START,): (2, 4)}[pile])
    return frozenset((pile[-1] + (1 if pile[1] == 2 else -1),))
