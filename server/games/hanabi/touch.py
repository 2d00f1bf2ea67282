"""Which cards a clue touches; a suit's own nature comes before its rank's."""

from __future__ import annotations

from typing import assert_never

from protocol.v1.hanabi.actions import Clue, ColorClue, RankClue
from protocol.v1.hanabi.nouns import Card
from protocol.v1.hanabi.variants import START, SpecialRank, Variant


def clues_of(variant: Variant, seat: int) -> tuple[Clue, ...]:
    """All clues that the variant has for a seat, colours first."""
    colors = (ColorClue(seat, color) for color in range(len(variant.colors)))
    ranks = (RankClue(seat, rank) for rank in variant.ranks)
    return (*colors, *ranks)


def touches(variant: Variant, clue: Clue, card: Card) -> bool:
    """Whether a clue touches a card; `knowledge` keeps the answers."""
    match clue:
        case ColorClue():
            return color_touches(variant, clue.color, card)
        case RankClue():
            return rank_touches(variant, clue.rank, card)
        case _:
            assert_never(clue)


def color_touches(variant: Variant, color: int, card: Card) -> bool:
    """Whether a colour clue touches a card."""
    suit = variant.suits[card.suit]
    if variant.blind_colors or suit.by_color != "usual":
        return not variant.blind_colors and suit.by_color == "all"
    if variant.synesthesia and suit.by_rank != "none" and _turn(variant, card.rank) == color:
        return True
    special = _special(variant, card)
    if special is not None and special.by_color != "usual":
        return special.by_color == "all"
    if suit.prism:
        return color == _turn(variant, card.rank)
    return variant.colors[color] in suit.colors


def _turn(variant: Variant, rank: int) -> int:
    """The colour whose turn a rank is; START has the last one."""
    colors = len(variant.colors)
    return colors - 1 if rank == START else (rank - 1) % colors


def _special(variant: Variant, card: Card) -> SpecialRank | None:
    special = variant.special
    return special if special is not None and special.rank == card.rank else None


def rank_touches(variant: Variant, rank: int, card: Card) -> bool:
    """Whether a rank clue touches a card."""
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
