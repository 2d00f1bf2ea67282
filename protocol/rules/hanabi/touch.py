"""The rules that decide which cards a clue touches; the rules of a special suit override those of a rank."""

from __future__ import annotations

from typing import assert_never

from protocol.rules.hanabi.deck import ranks_of
from protocol.rules.hanabi.sets import bit
from protocol.v1.hanabi.actions import Clue, ColorClue, RankClue
from protocol.v1.hanabi.nouns import Card
from protocol.v1.hanabi.variants import START, SpecialRank, Variant


def clues_of(variant: Variant, seat: int) -> tuple[Clue, ...]:
    """Return all clues of the variant that may be given to a seat, colour clues first."""
    colors = (ColorClue(seat, color) for color in range(len(variant.colors)))
    ranks = (RankClue(seat, rank) for rank in variant.ranks)
    return (*colors, *ranks)


def touches(variant: Variant, clue: Clue, card: Card) -> bool:
    """Return True if a clue, given to any player, touches a card."""
    match clue:
        case ColorClue():
            return color_touches(variant, clue.color, card)
        case RankClue():
            return rank_touches(variant, clue.rank, card)
        case _:
            assert_never(clue)


def cards_touched(variant: Variant, clue: Clue) -> int:
    """Return the set, as an integer of bits, of all cards of a variant that a clue touches.

    The function computes its result anew at each call, so callers should keep the result.
    """
    cards = (Card(suit, rank) for suit in range(len(variant.suits)) for rank in ranks_of(variant))
    return sum(bit(card) for card in cards if touches(variant, clue, card))


def color_touches(variant: Variant, color: int, card: Card) -> bool:
    """Return True if a colour clue touches a card."""
    suit = variant.suits[card.suit]
    if variant.blind_colors or suit.by_color != "usual":
        return not variant.blind_colors and suit.by_color == "all"
    if variant.synesthesia and suit.by_rank != "none" and _color_of_rank(variant, card.rank) == color:
        return True
    special = _special(variant, card)
    if special is not None and special.by_color != "usual":
        return special.by_color == "all"
    if suit.prism:
        return color == _color_of_rank(variant, card.rank)
    return variant.colors[color] in suit.colors


def _color_of_rank(variant: Variant, rank: int) -> int:
    """Return the index of the colour that belongs to a rank in some variants: 0 for rank 1, 1 for rank 2.

    The rank START belongs to the last colour.
    """
    colors = len(variant.colors)
    return colors - 1 if rank == START else (rank - 1) % colors


def _special(variant: Variant, card: Card) -> SpecialRank | None:
    special = variant.special
    return special if special is not None and special.rank == card.rank else None


def rank_touches(variant: Variant, rank: int, card: Card) -> bool:
    """Return True if a rank clue touches a card."""
    suit = variant.suits[card.suit]
    if variant.blind_ranks or suit.by_rank != "usual":
        return not variant.blind_ranks and suit.by_rank == "all"
    special = _special(variant, card)
    if special is not None and special.by_rank != "usual":
        return special.by_rank == "all"
    if special is not None and special.deceptive:
        return rank == variant.ranks[card.suit % len(variant.ranks)]
    match variant.touch:
        case "equal":
            return rank == card.rank
        case "odd_even":
            return card.rank != START and card.rank % 2 == rank % 2
        case "up_to":
            return card.rank <= rank
        case "from":
            return card.rank >= rank
        case _:
            assert_never(variant.touch)
