"""The cards of a variant of Hanabi, in the order of an unshuffled deck."""

from __future__ import annotations

from functools import cache

from protocol.rules.hanabi.deck import copies, ranks_of
from protocol.v1.hanabi import Card, Variant
from server.games.hanabi.variants import catalogue


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
