"""The cards of a variant of Hanabi, in the order of an unshuffled deck."""

from __future__ import annotations

from functools import cache

from protocol.v1.hanabi import START, Card, Suit, Variant
from server.games.hanabi.variants import catalogue


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


def deck_of(variant: Variant) -> tuple[Card, ...]:
    """Return all cards of a variant, sorted by suit and rank, so that equal cards are next to each other."""
    return _deck(variant.id)


def counts_of(variant: Variant) -> dict[Card, int]:
    """Return the number of copies of each card; the cards are in the order of the unshuffled deck."""
    return _counts(variant.id)


@cache
def _deck(number: int) -> tuple[Card, ...]:
    variant = catalogue.variant(number)
    return tuple(
        Card(number, rank)
        for number, suit in enumerate(variant.suits)
        for rank in ranks_of(variant)
        for _ in range(copies(variant, suit, rank))
    )


@cache
def _counts(number: int) -> dict[Card, int]:
    deck = _deck(number)
    return {card: deck.count(card) for card in deck}
