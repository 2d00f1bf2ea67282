"""The names of variants, and the changes that a modifier such as `AC` in a textual id makes to a variant."""

from __future__ import annotations

from msgspec.structs import replace

from protocol.v1.hanabi.variants import SpecialRank, Variant
from server.games.hanabi.variants.suits import REVERSED, SPECIAL

_SPECIAL_RANKS: dict[str, tuple[str, SpecialRank]] = {
    "R": ("Rainbow", SpecialRank(1, by_color="all")),
    "P": ("Pink", SpecialRank(1, by_rank="all")),
    "W": ("White", SpecialRank(1, by_color="none")),
    "B": ("Brown", SpecialRank(1, by_rank="none")),
    "O": ("Omni", SpecialRank(1, by_color="all", by_rank="all")),
    "N": ("Null", SpecialRank(1, by_color="none", by_rank="none")),
    "M": ("Muddy-Rainbow", SpecialRank(1, by_color="all", by_rank="none")),
    "L": ("Light-Pink", SpecialRank(1, by_color="none", by_rank="all")),
    "D": ("Deceptive", SpecialRank(1, deceptive=True)),
}

_CHANGES: dict[str, tuple[str, dict[str, object]]] = {
    "AC": ("Alternating Clues", {"alternating": True}),
    "OE": ("Odds and Evens", {"touch": "odd_even", "ranks": (1, 2)}),
    "Fu": ("Funnels", {"touch": "up_to"}),
    "Ch": ("Chimneys", {"touch": "from"}),
    "TH": ("Throw It in a Hole", {"hole": True}),
    "NM": ("Number Mute", {"ranks": ()}),
    "CM": ("Color Mute", {"colors": ()}),
    "Sy": ("Synesthesia", {"synesthesia": True}),
    "C4": ("Critical Fours", {"single_rank": 4}),
    "S1": ("Scarce Ones", {"scarce_ones": True}),
    "UD": ("Up or Down", {"up_or_down": True}),
    "CS": ("Clue Starved", {"half_clues": True}),
    "CB": ("Color Blind", {"blind_colors": True}),
    "NB": ("Number Blind", {"blind_ranks": True}),
    "TB": ("Totally Blind", {"blind_colors": True, "blind_ranks": True}),
    "CP": ("Cow & Pig", {"moo": True}),
    "Du": ("Duck", {"quack": True}),
}

_BY_SUITS = (
    ("R2+", "Matryoshka"),
    ("EB", "Extremely Ambiguous"),
    ("AR1+AR2+AR3+", "Very Ambiguous"),
    ("AB1+AB2+AB3", "Very Ambiguous"),
    ("AR1+AR2", "Ambiguous"),
    ("DRY+D", "Dual-Color"),
)
"""Names of variants that have special suits and no modifier, by the first suit codes of the textual id."""

_MIXES = {
    "Bk+Ra+Pi+Wh+Br": "Special Mix (5 Suits)",
    "Bk+Ra+Pi+Wh+Br+Nu": "Special Mix (6 Suits)",
    "AR1+AR2+AB3+AB2+Bk+Wh": "Ambiguous Mix",
    "DRY+DRB+DYB+Bk+Ra+Wh": "Dual-Color Mix",
    "DRY2+DRY+DRB2+DRB+DYG+DYG2": "Ambiguous & Dual-Color Mix",
    "R+DRY+Y+Wh+Br": "Candy Corn Mix (5 Suits)",
    "R+DRY+Y+Wh+Br+BrRa1": "Candy Corn Mix (6 Suits)",
    "Pi1+G+Wh+AB3+AB2": "Holiday Mix (5 Suits)",
    "WhPi+R+G+Wh+AB3+AB2": "Holiday Mix (6 Suits)",
    "R+Pi+Wh+WhPi+BrRa1": "Valentine Mix (5 Suits)",
    "R+Pi+Wh+WhPi+BrRa1+Nu": "Valentine Mix (6 Suits)",
    "R+DRG+G+DGB+B+DRB": "RGB Mix (6 Suits)",
}
"""The names of variants with an unusual mix of suits, by the suit codes of the textual id."""

_PLURALS = {"1": "Ones", "5": "Fives"}


def with_modifier(variant: Variant, modifier: str) -> Variant:
    """Return the variant of Hanabi with the change that a modifier such as `AC` makes.

    Raises LookupError for an unknown modifier of a variant.
    """
    if modifier in _CHANGES:
        return replace(variant, **_CHANGES[modifier][1])
    if modifier == "Su":
        size = len(variant.suits)
        return replace(variant, sudoku=True, stack=size, ranks=tuple(range(1, size + 1)))
    special = replace(_SPECIAL_RANKS[modifier[0]][1], rank=int(modifier[1:]))
    keeps = special.by_rank == "usual" and not special.deceptive
    ranks = variant.ranks if keeps else tuple(rank for rank in variant.ranks if rank != special.rank)
    return replace(variant, special=special, ranks=ranks)


def name_of(suits: str, modifiers: tuple[str, ...], variant: Variant) -> str:
    """Return the name of a variant: its family, its special suits, and its number of suits."""
    if suits in _MIXES and not modifiers:
        return _MIXES[suits]
    family = _family(suits, modifiers)
    special = [suit.name for suit in variant.suits if _named_after(suit.name)]
    # Put the word Reversed into the name for an ordinary reversed suit only if the name has no other word.
    plain = [suit.name for suit in variant.suits if suit.reversed and not _named_after(suit.name)]
    words = [*([family] if family else []), *special] or ["Reversed" for _ in plain]
    size = len(variant.suits)
    if not words:
        return "No Variant" if size == 5 else f"{size} Suits"
    return f"{' & '.join(words)} ({size} Suits)"


def _named_after(name: str) -> bool:
    return name.removesuffix(" Reversed") in SPECIAL


def _family(suits: str, modifiers: tuple[str, ...]) -> str:
    """Return the part of a variant's name before the suits, such as `Sudoku`, or "" for no such part."""
    if modifiers:
        last = modifiers[-1]
        if last == "Su":
            return "Sudoku"
        return _CHANGES[last][0] if last in _CHANGES else f"{_SPECIAL_RANKS[last[0]][0]}-{_PLURALS[last[1:]]}"
    if REVERSED in suits:
        return ""
    return next((name for start, name in _BY_SUITS if suits.startswith(start)), "")
