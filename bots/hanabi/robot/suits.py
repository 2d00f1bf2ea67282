"""Sets of cards for any Hanabi variant: all, playable and useless cards, and cards that a clue touches."""

from __future__ import annotations

from functools import cache

from protocol.rules.hanabi import deck, touch
from protocol.rules.hanabi.piles import Pile, next_ranks
from protocol.v1.hanabi import START, Clue, ColorClue, HanabiPub, RankClue, Variant


@cache
def copies(variant: Variant) -> dict[int, int]:
    """Return the number of copies of each card, by suit and rank, in a variant."""
    return {
        8 * number + rank: deck.copies(variant, suit, rank)
        for number, suit in enumerate(variant.suits)
        for rank in deck.ranks_of(variant)
    }


def piled(pub: HanabiPub) -> tuple[Pile, ...]:
    """Return, for each pile, the ranks of its cards in the order of play.

    The result is an empty tuple if the piles are hidden.
    """
    return tuple(tuple(pub.cards[order].rank for order in pile) for pile in pub.piles or ())


def fitting(pub: HanabiPub) -> int:
    """Return the set of cards that can be played on a pile now."""
    piles = piled(pub)
    return sum(
        1 << 8 * suit + rank for suit in range(len(piles)) for rank in next_ranks(pub.variant, piles, suit)
    )


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
def cards_touched(variant: Variant, color: int | None, rank: int | None) -> int:
    """Return the set of all cards of a variant that a clue of this colour or rank touches."""
    clue = ColorClue(0, color) if color is not None else RankClue(0, rank or 0)
    return touch.cards_touched(variant, clue)


def touched_by(variant: Variant, clue: Clue) -> int:
    """Return the set of all cards of a variant that a clue touches."""
    if isinstance(clue, ColorClue):
        return cards_touched(variant, clue.color, None)
    return cards_touched(variant, None, clue.rank)
