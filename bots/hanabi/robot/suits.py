"""Sets of cards for any Hanabi variant: all, playable and useless cards, and cards that a clue touches."""

from __future__ import annotations

from functools import cache

from bots.hanabi.robot.piles import TOP
from protocol.v1.hanabi import START, Clue, ColorClue, HanabiPub, Special, Variant


@cache
def copies(variant: Variant) -> dict[int, int]:
    """Return the number of copies of each card, by suit and rank, in a variant."""
    ranks = (*range(1, variant.stack + 1), *((START,) if variant.up_or_down else ()))
    suits = range(len(variant.suits))
    return {8 * suit + rank: _copies(variant, suit, rank) for suit in suits for rank in ranks}


def _copies(variant: Variant, suit: int, rank: int) -> int:
    if variant.suits[suit].single or rank in (START, variant.single_rank):
        return 1
    if variant.sudoku:
        return 2
    first, last = (TOP, 1) if variant.suits[suit].reversed else (1, TOP)
    if rank == first:
        return 1 if variant.up_or_down else 2 if variant.scarce_ones else 3
    return 1 if rank == last else 2


def piled(pub: HanabiPub) -> tuple[tuple[int, ...], ...]:
    """Return, for each pile, the ranks of its cards in the order of play.

    The result is an empty tuple if the piles are hidden.
    """
    return tuple(tuple(pub.cards[order].rank for order in pile) for pile in pub.piles or ())


def fitting(pub: HanabiPub) -> int:
    """Return the set of cards that can be played on a pile now."""
    piles = piled(pub)
    return sum(1 << 8 * suit + rank for suit in range(len(piles)) for rank in _next(pub.variant, piles, suit))


def _next(variant: Variant, piles: tuple[tuple[int, ...], ...], suit: int) -> set[int]:
    pile = piles[suit]
    if len(pile) == variant.stack:
        return set()
    if variant.sudoku:
        begun = {other[0] for other in piles if other}
        return {pile[-1] % variant.stack + 1} if pile else set(range(1, variant.stack + 1)) - begun
    if not variant.up_or_down:
        return {TOP - len(pile) if variant.suits[suit].reversed else len(pile) + 1}
    if len(pile) > 1:
        return {pile[-1] + (1 if pile[1] == 2 else -1)}
    return {START: {2, 4}, 1: {2}, TOP: {4}}[pile[0]] if pile else {1, TOP, START}


def over(pub: HanabiPub) -> int:
    """Return the cards that can no longer be played because a copy of the card is on a pile.

    If the pile of a suit is complete, the result includes all cards of the suit.
    """
    found = 0
    for suit, pile in enumerate(piled(pub)):
        done = (
            set(range(1, START + 1)) if len(pile) == pub.variant.stack else {*pile, START} if pile else set()
        )
        found |= sum(1 << 8 * suit + rank for rank in done)
    return found


def inverted(variant: Variant) -> int:
    """Return the set of all cards of inverted suits.

    A card of an inverted suit is played by discarding it.
    """
    return sum(0b11111110 << 8 * place for place, suit in enumerate(variant.suits) if suit.inverted)


@cache
def touched(variant: Variant, clue: Clue) -> int:
    """Return the set of cards that a clue touches, by the rules of their suits alone.

    The special ranks of a variant, which some clues touch in another way, are ignored.
    """
    return sum(1 << kind for kind in copies(variant) if _touches(variant, clue, kind))


def _touches(variant: Variant, clue: Clue, kind: int) -> bool:
    suit = variant.suits[kind >> 3]
    if isinstance(clue, ColorClue):
        return _special(suit.by_color, variant.colors[clue.color] in suit.colors)
    return _special(suit.by_rank, clue.rank == kind & 7)


def _special(special: Special, usual: bool) -> bool:
    return usual if special == "usual" else special == "all"
