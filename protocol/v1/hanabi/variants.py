"""The variants of Hanabi: the suits of a variant, the cards that clues touch, and the rules that it changes.

Every view of a Hanabi table describes the table's variant completely, so a client can compute the effect of
clues without a list of all variants.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

START = 7
"""The rank of a START card (in Up or Down variants)."""

Rank = Annotated[int, Meta(ge=1, le=7)]
SuitNumber = Annotated[int, Meta(ge=0, le=5)]
"""The index of a suit in the list of the variant's suits, from 0."""

Special = Literal["all", "none", "usual"]


class Suit(Struct, frozen=True, gc=False):
    """A suit, which is played from the 1 up to the 5 unless a field of the suit or the variant changes that.

    The `colors` of a suit are the colour clues that belong to the suit. `by_color` is `all` if every colour
    clue touches the cards of the suit, `none` if no colour clue does, and `usual` if only the clues in
    `colors` do; `by_rank` says the same of rank clues: `all`, `none`, or `usual` if only the clue with the
    card's rank does. `prism` true: only one colour clue touches each card: the clue with index `rank - 1`
    modulo the number of colours, or the last colour for START. `single` true: the suit has one copy of each
    rank. `inverted` true: if a player asks to play a card of the suit, the card is discarded; if a player
    asks to discard it, it is played. `reversed` true: the suit is played from the 5 down to the 1.
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
    """A rank of a variant for which clues have special rules.

    `by_color` is `all` if every colour clue touches the cards of this rank, `none` if no colour clue does,
    and `usual` if only the usual colour clues do; `by_rank` says the same of rank clues.

    `deceptive` true: only one rank clue touches a card of this rank: `ranks[i]` of the variant, where `i` is
    the suit's index modulo the number of ranks.
    """

    rank: Rank
    by_color: Special = "usual"
    by_rank: Special = "usual"
    deceptive: bool = False


Touch = Literal["equal", "odd_even", "up_to", "from"]


class Variant(Struct, frozen=True, gc=False):
    """A variant of Hanabi: its suits, its clues, and the rules that it changes.

    `id` and `name` are the number and the name of the variant at Hanabi Live. `colors` and `ranks` are the
    possible clues; a colour clue is an index into `colors`. `stack` is the number of cards that complete a
    suit. `touch` tells which ranks a rank clue touches: only its own rank (`equal`), all odd or all even
    ranks (`odd_even`, with the clues 1 and 2), its own and all lower ranks (`up_to`), or its own and all
    higher ranks (`from`). `blind_colors` true: colour clues touch no card. `blind_ranks` true: rank clues
    touch no card. `synesthesia` true: a colour clue also touches the ranks for which `rank - 1` modulo the
    number of colours is the index of its colour (for START cards: the last colour). `single_rank` is a rank
    with one copy in each suit, and `scarce_ones` means that there are two copies of each 1. `half_clues`
    true: a discard or a finished suit gives back half a clue token. `alternating` true: colour clues and rank
    clues must alternate. `up_or_down` true: players may play a suit up from its 1, down from its 5, or in
    either direction from START. `sudoku` true: each suit starts at a different rank and continues with 1
    after its highest rank. `hole` true: played cards are hidden, and a finished suit gives no clue token
    back. `moo` and `quack` change only the words with which players give clues, and no rule of the server.
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
