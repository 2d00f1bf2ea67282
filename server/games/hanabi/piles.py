"""Hanabi's piles: their directions, and the highest score that is still possible."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

from protocol.rules.hanabi.piles import DOWN, UP, Pile
from protocol.v1.hanabi.nouns import Card, Direction
from protocol.v1.hanabi.variants import START, Variant
from server.games.hanabi.deck import counts_of

Alive = Callable[[int, int], bool]
"""A function of suit and rank that returns False if all copies of this card have been discarded."""


def direction(variant: Variant, pile: Pile, suit: int) -> Direction:
    """Return the direction of a pile: `up`, `down` or `undecided`, or `finished` for a full pile."""
    if len(pile) == variant.stack:
        return "finished"
    if variant.suits[suit].reversed:
        return "down"
    if not variant.up_or_down:
        return "up"
    if pile in ((), (START,)):
        return "undecided"
    return "up" if pile[0] == 1 or pile[1:2] == (2,) else "down"


def max_score(variant: Variant, piles: tuple[Pile, ...], discarded: dict[Card, int]) -> int:
    """Return the highest score that is still possible with the cards that are not discarded."""
    counts = counts_of(variant)
    dead = {(card.suit, card.rank) for card, copies in discarded.items() if copies == counts[card]}
    if not dead:
        return variant.stack * len(variant.suits)

    def alive(suit: int, rank: int) -> bool:
        return (suit, rank) not in dead

    if variant.sudoku:
        return _max_sudoku(variant, piles, alive)
    return sum(_max_of_pile(variant, pile, suit, alive) for suit, pile in enumerate(piles))


def _max_of_pile(variant: Variant, pile: Pile, suit: int, alive: Alive) -> int:
    pile_direction = direction(variant, pile, suit)
    if pile_direction == "finished":
        return variant.stack
    ups = _reachable(suit, UP, alive, START if variant.up_or_down else None)
    downs = _reachable(suit, DOWN, alive, START if variant.up_or_down else None)
    return max(ups, downs) if pile_direction == "undecided" else ups if pile_direction == "up" else downs


def _reachable(suit: int, ranks_in_order: tuple[int, ...], alive: Alive, instead: int | None) -> int:
    """Return how many cards a pile can have at most at the end of the game.

    The pile must grow in the order of ranks `ranks_in_order`, and only with cards that are not discarded yet
    (`alive`). The first card of a pile may also have the rank `instead`, unless `instead` is None.
    """
    if not (alive(suit, ranks_in_order[0]) or (instead is not None and alive(suit, instead))):
        return 0
    return 1 + _run(suit, ranks_in_order[1:], alive)


def _run(suit: int, ranks: tuple[int, ...], alive: Alive) -> int:
    return next((index for index, rank in enumerate(ranks) if not alive(suit, rank)), len(ranks))


def _max_sudoku(variant: Variant, piles: tuple[Pile, ...], alive: Alive) -> int:
    """Return the highest score that is still possible in a Sudoku variant.

    Each pile of a Sudoku variant begins with a different rank, so the function tries all different first
    ranks for the empty piles.
    """
    size = variant.stack
    ranks = tuple(range(1, size + 1))

    def run(suit: int, start: int) -> int:
        return _run(suit, (*ranks[start - 1 :], *ranks[: start - 1]), alive)

    begun = sum(run(suit, pile[0]) for suit, pile in enumerate(piles) if pile)
    open_ = [suit for suit, pile in enumerate(piles) if not pile]
    free = [rank for rank in ranks if all(pile[:1] != (rank,) for pile in piles)]
    return begun + max(sum(map(run, open_, starts)) for starts in permutations(free, len(open_)))
