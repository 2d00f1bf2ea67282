"""What a card can still be by the clues alone, those that touched it and those that did not.

A set of cards is one number: bit `8 * suit + rank` is there for a card that is possible.
"""

from __future__ import annotations

from functools import cache

from protocol.v1.hanabi.actions import Clue
from protocol.v1.hanabi.nouns import Card
from protocol.v1.hanabi.variants import Variant
from server.games.hanabi.deck import counts_of
from server.games.hanabi.touch import touches


def bit(card: Card) -> int:
    """The bit of a card."""
    return 1 << (8 * card.suit + card.rank)


@cache
def anything(variant: Variant) -> int:
    """All cards of a variant."""
    return sum(map(bit, counts_of(variant)))


@cache
def touched_by(variant: Variant, clue: Clue) -> int:
    """The cards that a clue touches, whoever holds them."""
    return sum(bit(card) for card in counts_of(variant) if touches(variant, clue, card))


def told(
    variant: Variant, possible: dict[int, int], hand: tuple[int, ...], clue: Clue, cards: tuple[int, ...]
) -> dict[int, int]:
    """What all cards can be after a clue to a hand that touched `cards` of it."""
    mask = touched_by(variant, clue)
    return {**possible, **{order: possible[order] & (mask if order in cards else ~mask) for order in hand}}
