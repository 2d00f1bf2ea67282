"""Sets of cards as integers: functions that compute which suits and ranks a card can have after clues."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from protocol.rules.hanabi.sets import bit
from protocol.rules.hanabi.touch import cards_touched, clues_of
from protocol.v1.hanabi import Card, Clue, ColorClue, RankClue, Variant
from server.games.hanabi.deck import counts_of
from server.games.hanabi.variants import catalogue


def set_of(deck: tuple[Card, ...], orders: tuple[int, ...]) -> int:
    """Return the set, as an integer of bits, of the cards with these numbers in the deck."""
    cards = 0
    for order in orders:
        card = deck[order]
        cards |= 1 << (8 * card.suit + card.rank)
    return cards


def all_cards(variant: Variant) -> int:
    """Return the set, as an integer of bits, of all cards of a variant."""
    return _all(variant.id)


def touched_by(variant: Variant, clue: Clue) -> int:
    """Return the set, as an integer of bits, of all cards of the variant that a clue touches."""
    if isinstance(clue, ColorClue):
        return _touched(variant.id, clue.color, None)
    return _touched(variant.id, None, clue.rank)


MOST_PLAYERS = 6
RANK_CLUES = 8
"""The bit of the first rank clue in a set of clues (an integer); the colour clues have the bits below it."""
COLOR_CLUES = (1 << RANK_CLUES) - 1
"""The set of all colour clues, as an integer of bits."""


class ClueTables(NamedTuple):
    """Tables of a variant that show which clues touch a hand, so that the rules need not try each clue.

    A set of clues is an integer: bit `color` is set for a colour clue, and bit `RANK_CLUES + index` for the
    clue of the rank with this index in the variant's `ranks`. `touching[suit][rank]` is the set of the clues
    that touch the card of this suit and rank. `colors[seat][bits]` and `ranks[seat][bits]` are those colour
    clues and rank clues to a seat that are in the set `bits`. All sets of clues are listed when the variant
    is first played, so that these tables never show which hands were dealt.
    """

    touching: tuple[tuple[int, ...], ...]
    colors: tuple[tuple[tuple[Clue, ...], ...], ...]
    ranks: tuple[tuple[tuple[Clue, ...], ...], ...]


def clue_tables(variant: Variant) -> ClueTables:
    """Return the tables of a variant that show, for every kind of card, the clues that touch it."""
    return _clue_tables(variant.id)


@cache
def _all(number: int) -> int:
    return sum(map(bit, counts_of(catalogue.variant(number))))


@cache
def _touched(number: int, color: int | None, rank: int | None) -> int:
    clue = RankClue(0, rank) if rank is not None else ColorClue(0, color or 0)
    return cards_touched(catalogue.variant(number), clue)


@cache
def _clue_tables(number: int) -> ClueTables:
    variant = catalogue.variant(number)
    colors: list[tuple[int, Clue]] = [
        (1 << color, ColorClue(0, color)) for color in range(len(variant.colors))
    ]
    ranks: list[tuple[int, Clue]] = [
        (1 << RANK_CLUES + index, RankClue(0, rank)) for index, rank in enumerate(variant.ranks)
    ]
    masks = [(clue_bit, touched_by(variant, clue)) for clue_bit, clue in (*colors, *ranks)]
    touching = tuple(
        tuple(sum(clue_bit for clue_bit, mask in masks if mask & bit(Card(suit, rank))) for rank in range(8))
        for suit in range(len(variant.suits))
    )
    seats, count = range(MOST_PLAYERS), len(colors)
    clues = [clues_of(variant, seat) for seat in seats]
    return ClueTables(
        touching,
        tuple(_subsets(clues[seat][:count]) for seat in seats),
        tuple(_subsets(clues[seat][count:]) for seat in seats),
    )


def _subsets(clues: tuple[Clue, ...]) -> tuple[tuple[Clue, ...], ...]:
    """Return all subsets of `clues`; the subset at index `n` has clue `i` if bit `i` of `n` is set."""
    return tuple(
        tuple(clue for index, clue in enumerate(clues) if bits >> index & 1)
        for bits in range(1 << len(clues))
    )


def after_clue(
    variant: Variant, possible: dict[int, int], hand: tuple[int, ...], clue: Clue, cards: tuple[int, ...]
) -> dict[int, int]:
    """Return, for each card in a hand, the set of cards that it can be after a clue.

    The clue was given to the player of `hand`, and touched the cards with the numbers `cards`.
    """
    mask, after = touched_by(variant, clue), possible.copy()
    for order in hand:
        after[order] &= mask if order in cards else ~mask
    return after
