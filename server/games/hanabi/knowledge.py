"""What a clue touches, and what a card can still be by the clues alone, touching it or not.

A set of cards is one number: bit `8 * suit + rank` is there for each card in it.
"""

from __future__ import annotations

from functools import cache

from protocol.v1.hanabi import Card, Clue, ColorClue, RankClue, Variant
from server.games.hanabi.deck import counts_of
from server.games.hanabi.touch import touches
from server.games.hanabi.variants import catalogue


def bit(card: Card) -> int:
    """The set of this card alone."""
    return 1 << (8 * card.suit + card.rank)


def anything(variant: Variant) -> int:
    """All cards of a variant."""
    return _all(variant.id)


def touched_by(variant: Variant, clue: Clue) -> int:
    """The cards that a clue touches, whoever holds them."""
    if isinstance(clue, ColorClue):
        return _touched(variant.id, clue.color, None)
    return _touched(variant.id, None, clue.rank)


@cache
def _all(number: int) -> int:
    return sum(map(bit, counts_of(catalogue.variant(number))))


@cache
def _touched(number: int, color: int | None, rank: int | None) -> int:
    variant = catalogue.variant(number)
    clue = RankClue(0, rank) if rank is not None else ColorClue(0, color or 0)
    return sum(bit(card) for card in counts_of(variant) if touches(variant, clue, card))


def told(
    variant: Variant, possible: dict[int, int], hand: tuple[int, ...], clue: Clue, cards: tuple[int, ...]
) -> dict[int, int]:
    """What all cards can be after a clue to a hand that touched `cards` of it."""
    mask = touched_by(variant, clue)
    return {**possible, **{order: possible[order] & (mask if order in cards else ~mask) for order in hand}}
