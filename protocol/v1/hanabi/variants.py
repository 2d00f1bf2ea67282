"""What a Hanabi variant is: its suits, which clues touch what, and the rules that it changes.

A view carries its whole variant, so that a client in any language can reason about clues without a table.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

START = 7
"""The rank of a START card (Up or Down)."""

Rank = Annotated[int, Meta(ge=1, le=7)]
SuitNumber = Annotated[int, Meta(ge=0, le=5)]
"""A suit by its place in the variant."""

Special = Literal["all", "none", "usual"]


class Suit(Struct, frozen=True, gc=False):
    """A suit: five cards up from the 1, but for what its properties change.

    `colors` are the colour clues that touch it; by `by_color` it is touched by `all` of them, by `none`, or
    by just these (`usual`), and `by_rank` says the same of rank clues. `prism`: of the clue colours only
    the one touches a card whose turn is its rank. `single`: one copy of each rank. `inverted`: to play a card
    discards it, and to discard it plays it. `reversed`: played from the 5 down.
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
    """A rank whose cards are touched by `all` clues of a kind, by `none`, or as `usual`.

    `deceptive`: by one rank clue only, the one whose turn it is in the order of the suits.
    """

    rank: Rank
    by_color: Special = "usual"
    by_rank: Special = "usual"
    deceptive: bool = False


Touch = Literal["equal", "odd_even", "up_to", "from"]


class Variant(Struct, frozen=True, gc=False):
    """A variant: its suits, its clues, and what it changes.

    `id` and `name` are those of Hanabi Live. `colors` and `ranks` are the clues there are; a colour clue is
    given by its place in `colors`. `stack` is how many cards complete a suit. `touch`: a rank clue touches
    its own rank (`equal`), all odd or all even ones (`odd_even`: clues 1 and 2), the ranks `up_to` it, or
    `from` it on. `blind_colors` and `blind_ranks`: such clues touch nothing. `synesthesia`: a colour clue
    touches the rank, too, whose turn the colour is. `single_rank` has one copy in each suit, `scarce_ones`
    two 1s. `half_clues`: a discard or a finished suit gives half a clue. `alternating`: a colour clue follows
    a rank clue and the other way round. `up_or_down`: a suit goes up from its 1, or down from its 5, or
    either way from START. `sudoku`: each suit starts at a rank of its own and goes around. `hole`: what has
    been played is hidden, and a finished suit gives no clue. `moo` and `quack` change only how clues are
    told.
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
        """Whether some suit is inverted."""
        return any(suit.inverted for suit in self.suits)
