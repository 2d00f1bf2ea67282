"""The suits of a Hanabi variant as lines of cards in the order of play, and the cards that clues touch."""

from __future__ import annotations

from functools import cache

from bots.hanabi.robot.suits import copies
from protocol.v1.hanabi import START, Card, Clue, ColorClue, Given, HanabiPub, SpecialRank, Variant


class SuitLines:
    """The cards of a Hanabi variant in which each suit is played in one fixed order.

    `lines` has the cards of each suit in the order of play, and `place` the position of each card in its
    suit's line. `second` is the set of the second cards of all lines of suits, and `last` the set of the last
    cards.
    """

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.copies = copies(variant)
        self.anything = sum(1 << kind for kind in self.copies)
        ranks = range(1, variant.stack + 1)
        self.lines = tuple(
            tuple(8 * number + rank for rank in (reversed(ranks) if suit.reversed else ranks))
            for number, suit in enumerate(variant.suits)
        )
        self.place = {kind: place for line in self.lines for place, kind in enumerate(line)}
        self.second = sum(1 << line[1] for line in self.lines)
        self.last = sum(1 << line[-1] for line in self.lines)


@cache
def lines_of(variant: Variant) -> SuitLines:
    """Return the suits of a variant as lines of cards in the order of play."""
    return SuitLines(variant)


def has_lines(pub: HanabiPub) -> bool:
    """Return True if each suit is played in one fixed order, in open piles, by players without characters."""
    variant = pub.variant
    special = variant.up_or_down or variant.sudoku or variant.hole or variant.inverted
    return not special and not pub.characters


@cache
def cards_touched(variant: Variant, color: int | None, rank: int | None) -> int:
    """Return the set of all cards of a variant that a clue of this colour or rank touches."""
    cards = (Card(kind >> 3, kind & 7) for kind in copies(variant))
    touches = (
        (card for card in cards if _color_touches(variant, color, card))
        if color is not None
        else (card for card in cards if _rank_touches(variant, rank or 0, card))
    )
    return sum(1 << 8 * card.suit + card.rank for card in touches)


def touched_by(variant: Variant, clue: Clue | Given) -> int:
    """Return the set of all cards of a variant that a clue touches."""
    if isinstance(clue, Given):
        return cards_touched(variant, clue.color, clue.rank)
    if isinstance(clue, ColorClue):
        return cards_touched(variant, clue.color, None)
    return cards_touched(variant, None, clue.rank)


def _color_touches(variant: Variant, color: int, card: Card) -> bool:
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
    colors = len(variant.colors)
    return colors - 1 if rank == START else (rank - 1) % colors


def _special(variant: Variant, card: Card) -> SpecialRank | None:
    special = variant.special
    return special if special is not None and special.rank == card.rank else None


def _rank_touches(variant: Variant, rank: int, card: Card) -> bool:
    suit = variant.suits[card.suit]
    if variant.blind_ranks or suit.by_rank != "usual":
        return not variant.blind_ranks and suit.by_rank == "all"
    special = _special(variant, card)
    if special is not None and special.by_rank != "usual":
        return special.by_rank == "all"
    if special is not None and special.deceptive:
        return rank == variant.ranks[card.suit % len(variant.ranks)]
    match variant.touch:
        case "odd_even":
            return card.rank != START and card.rank % 2 == rank % 2
        case "up_to":
            return card.rank <= rank
        case "from":
            return card.rank >= rank
        case "equal":
            return rank == card.rank
