"""The piles that are built: what comes next on each, and how high all of them can still get."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

from protocol.v1.hanabi.nouns import Card, Direction
from protocol.v1.hanabi.variants import START, Variant
from server.games.hanabi.deck import counts_of

Pile = tuple[int, ...]
"""The ranks that lie on a pile, the first one first."""

Alive = Callable[[int, int], bool]
"""Whether a card of a suit and rank is not discarded in all its copies."""

_UP, _DOWN = (1, 2, 3, 4, 5), (5, 4, 3, 2, 1)


def wanted(variant: Variant, piles: tuple[Pile, ...], suit: int) -> frozenset[int]:
    """The ranks that may be played on a suit's pile next, none where it is finished."""
    pile = piles[suit]
    if len(pile) == variant.stack:
        return frozenset()
    if variant.sudoku:
        if pile:
            return frozenset((pile[-1] % variant.stack + 1,))
        return frozenset(range(1, variant.stack + 1)) - {other[0] for other in piles if other}
    if variant.up_or_down:
        return _either_way(pile)
    way = _DOWN if variant.suits[suit].reversed else _UP
    return frozenset((way[len(pile)],))


def _either_way(pile: Pile) -> frozenset[int]:
    if len(pile) < 2:
        return frozenset({(): (1, 5, START), (1,): (2,), (5,): (4,), (START,): (2, 4)}[pile])
    return frozenset((pile[-1] + (1 if pile[1] == 2 else -1),))


def direction(variant: Variant, pile: Pile, suit: int) -> Direction:
    """Which way a pile goes."""
    if len(pile) == variant.stack:
        return "finished"
    if variant.suits[suit].reversed:
        return "down"
    if not variant.up_or_down:
        return "up"
    if pile in ((), (START,)):
        return "undecided"
    return "up" if pile[0] == 1 or pile[1:2] == (2,) else "down"


def best(variant: Variant, piles: tuple[Pile, ...], discarded: dict[Card, int]) -> int:
    """How many cards can lie on the piles at the end, by the discarded cards alone."""
    counts = counts_of(variant)
    dead = {(card.suit, card.rank) for card, copies in discarded.items() if copies == counts[card]}
    if not dead:
        return variant.stack * len(variant.suits)

    def alive(suit: int, rank: int) -> bool:
        return (suit, rank) not in dead

    if variant.sudoku:
        return _best_sudoku(variant, piles, alive)
    return sum(_best_of(variant, pile, suit, alive) for suit, pile in enumerate(piles))


def _best_of(variant: Variant, pile: Pile, suit: int, alive: Alive) -> int:
    way = direction(variant, pile, suit)
    if way == "finished":
        return variant.stack
    ups = _walk(suit, _UP, alive, START if variant.up_or_down else None)
    downs = _walk(suit, _DOWN, alive, START if variant.up_or_down else None)
    return max(ups, downs) if way == "undecided" else ups if way == "up" else downs


def _walk(suit: int, way: tuple[int, ...], alive: Alive, instead: int | None) -> int:
    """How far a pile can go one way; its first card may be `instead`."""
    if not (alive(suit, way[0]) or (instead is not None and alive(suit, instead))):
        return 0
    return 1 + _run(suit, way[1:], alive)


def _run(suit: int, ranks: tuple[int, ...], alive: Alive) -> int:
    return next((place for place, rank in enumerate(ranks) if not alive(suit, rank)), len(ranks))


def _best_sudoku(variant: Variant, piles: tuple[Pile, ...], alive: Alive) -> int:
    """The best sum over all ways to give the piles that are not begun a start of their own."""
    size = variant.stack
    ranks = tuple(range(1, size + 1))

    def run(suit: int, start: int) -> int:
        return _run(suit, (*ranks[start - 1 :], *ranks[: start - 1]), alive)

    begun = sum(run(suit, pile[0]) for suit, pile in enumerate(piles) if pile)
    open_ = [suit for suit, pile in enumerate(piles) if not pile]
    free = [rank for rank in ranks if all(pile[:1] != (rank,) for pile in piles)]
    return begun + max(sum(map(run, open_, starts)) for starts in permutations(free, len(open_)))
