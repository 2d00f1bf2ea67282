"""Sets of cards as integers, to compute which suits and ranks a card in a hand can have after the clues.

A set of cards is an integer with bit `8 * suit + rank` set for each card in it.
"""

from __future__ import annotations

from functools import cache

from protocol.v1.hanabi import Card, Clue, ColorClue, RankClue, Variant
from server.games.hanabi.deck import counts_of
from server.games.hanabi.touch import clues_of, touches
from server.games.hanabi.variants import catalogue


def bit(card: Card) -> int:
    """Return the set with this card as its only member."""
    return 1 << (8 * card.suit + card.rank)


def set_of(deck: tuple[Card, ...], orders: tuple[int, ...]) -> int:
    """Return the set of the cards that have these numbers in the deck."""
    cards = 0
    for order in orders:
        card = deck[order]
        cards |= 1 << (8 * card.suit + card.rank)
    return cards


def all_cards(variant: Variant) -> int:
    """Return the set of all cards of a variant."""
    return _all(variant.id)


def touched_by(variant: Variant, clue: Clue) -> int:
    """Return the set of all cards of the variant that a clue touches."""
    if isinstance(clue, ColorClue):
        return _touched(variant.id, clue.color, None)
    return _touched(variant.id, None, clue.rank)


ClueSets = tuple[tuple[Clue, int], ...]
"""Clues, each with the set of all cards of the variant that it touches."""


def clue_sets(variant: Variant, seat: int) -> tuple[ClueSets, ClueSets]:
    """Return the colour clues and the rank clues of the variant to a seat, with the cards that they touch."""
    return _clue_sets(variant.id, seat)


@cache
def _all(number: int) -> int:
    return sum(map(bit, counts_of(catalogue.variant(number))))


@cache
def _touched(number: int, color: int | None, rank: int | None) -> int:
    variant = catalogue.variant(number)
    clue = RankClue(0, rank) if rank is not None else ColorClue(0, color or 0)
    return sum(bit(card) for card in counts_of(variant) if touches(variant, clue, card))


@cache
def _clue_sets(number: int, seat: int) -> tuple[ClueSets, ClueSets]:
    variant = catalogue.variant(number)
    pairs = tuple((clue, touched_by(variant, clue)) for clue in clues_of(variant, seat))
    colors = len(variant.colors)
    return pairs[:colors], pairs[colors:]


def after_clue(
    variant: Variant, possible: dict[int, int], hand: tuple[int, ...], clue: Clue, cards: tuple[int, ...]
) -> dict[int, int]:
    """Return, for each card in a hand, the set of cards that it can be after a clue.

    The clue was given to the player of `hand`, and touched `cards`.
    """
    mask = touched_by(variant, clue)
    return {**possible, **{order: possible[order] & (mask if order in cards else ~mask) for order in hand}}
