"""The ranks of the cards of a variant of Hanabi, and the number of copies of each card in its deck."""

from __future__ import annotations

from protocol.v1.hanabi import START, Suit, Variant


def ranks_of(variant: Variant) -> tuple[int, ...]:
    """Return the ranks of a variant's cards in ascending order; a START card comes last."""
    ranks = tuple(range(1, variant.stack + 1))
    return (*ranks, START) if variant.up_or_down else ranks


def copies(variant: Variant, suit: Suit, rank: int) -> int:
    """Return the number of copies of a card, given by suit and rank, in the deck of the variant."""
    if suit.single or rank in (START, variant.single_rank):
        return 1
    if variant.sudoku:
        return 2
    first, last = (5, 1) if suit.reversed else (1, 5)
    if rank == first:
        return 1 if variant.up_or_down else 2 if variant.scarce_ones else 3
    return 1 if rank == last else 2
