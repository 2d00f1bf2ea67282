"""Sets of Hanabi's cards as integers, as the field `possible` of a view has them.

The kind of a card, which is its suit and rank, is written as the number `8 * suit + rank`. A set of cards is
an integer in which the bit with the number of each kind in the set is 1.
"""

from __future__ import annotations

from protocol.v1.hanabi import Card


def kind_of(card: Card) -> int:
    """Return the number `8 * suit + rank`, which stands for a card of this suit and rank."""
    return 8 * card.suit + card.rank


def bit(card: Card) -> int:
    """Return the set, as an integer of bits, that has only this card."""
    return 1 << (8 * card.suit + card.rank)
