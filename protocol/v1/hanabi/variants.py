"""Hanabi variants: the suits of a variant, the cards that clues touch, and the rules that it changes.

A view describes its variant completely, so a client needs no table of variants to reason about clues.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

START = 7
"""The rank of a START card (in Up or Down variants)."""

Rank = Annotated[int, Meta(ge=1, le=7)]
SuitNumber = Annotated[int, Meta(ge=0, le=5)]
"""The index of a suit in the variant's suits."""

Special = Literal["all", "none", "usual"]


class Suit(Struct, frozen=True, gc=False):
    """A suit: five cards upwards from the 1, except where its properties change that.

    `colors` are the colour clues that belong to the suit. `by_color` is `all` if every colour clue touches
    its cards, `none` if no colour clue does, and `usual` if only the clues in `colors` do; `by_rank` says the
    same of rank clues. `prism`: only one colour clue touches each card: the clue with index `rank - 1` modulo
    the number of colours, or the last colour for START. `single`: the suit has one copy of each rank.
    `inverted`: a request to play a card discards it, and a request to discard a card plays it. `reversed`:
    the suit is played from the 5 downwards.
    """

    name: str
    colors: tuple[str, ...] = ()
    by_color: Special = "usual"
    by_rank: Special = "usual"
    prism: bool = False
    single: bool = False
    inverted: bool = False
    reversed: bool = False


class SpecialRank(Struct, frozen=True, gc=False):
    """A rank with rules of its own: `all` clues of a kind touch its cards, `none` do, or the `usual` ones do.

    `deceptive`: only one rank clue touches such a card: `ranks[i]` of the variant, where `i` is the suit's
    index modulo the number of ranks.
    """

    rank: Rank
    by_color: Special = "usual"
    by_rank: Special = "usual"
    deceptive: bool = False


Touch = Literal["equal", "odd_even", "up_to", "from"]


class Variant(Struct, frozen=True, gc=False):
    """A variant: its suits, its clues, and the rules that it changes.

    `id` and `name` are those of Hanabi Live. `colors` and `ranks` are the possible clues; a colour clue is an
    index into `colors`. `stack` is the number of cards that complete a suit. `touch`: a rank clue touches its
    own rank (`equal`), all odd or all even ranks (`odd_even`, with the clues 1 and 2), the ranks `up_to` its
    own, or the ranks `from` its own upwards. `blind_colors` and `blind_ranks`: clues of that kind touch no
    card. `synesthesia`: a colour clue also touches the ranks for which `rank - 1` modulo the number of
    colours is its index (START: the last colour). `single_rank` is a rank with one copy in each suit, and
    `scarce_ones` means that there are two copies of each 1. `half_clues`: a discard or a finished suit gives
    back half a clue token. `alternating`: colour clues and rank clues must alternate. `up_or_down`: a suit
    goes up from its 1, down from its 5, or in either direction from START. `sudoku`: each suit starts at a
    different rank and continues with 1 after its highest rank. `hole`: played cards are hidden, and a
    finished suit gives no clue token back. `moo` and `quack` change only how players announce clues.
    """

    id: int
    name: str
    suits: tuple[Suit, ...]
    colors: tuple[str, ...]
    ranks: tuple[Rank, ...] = (1, 2, 3, 4, 5)
    stack: int = 5
    special: SpecialRank | None = None
    touch: Touch = "equal"
    blind_colors: bool = False
    blind_ranks: bool = False
    synesthesia: bool = False
    single_rank: Rank | None = None
    scarce_ones: bool = False
    half_clues: bool = False
    alternating: bool = False
    up_or_down: bool = False
    sudoku: bool = False
    hole: bool = False
    moo: bool = False
    quack: bool = False

    @property
    def inverted(self) -> bool:
        """Return True if any suit of the variant is inverted."""
        return any(suit.inverted for suit in self.suits)
