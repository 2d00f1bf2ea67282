"""The suits of Hanabi Live by the codes that textual variant ids use."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from protocol.v1.hanabi.variants import Suit

REVERSED = ":R"
DARK = "1"

_BASIC = {"R": "Red", "Y": "Yellow", "G": "Green", "B": "Blue", "P": "Purple", "T": "Teal"}

_SPECIAL = {
    "Bk": Suit("Black", colors=("Black",), single=True),
    "Ra": Suit("Rainbow", by_color="all"),
    "Pi": Suit("Pink", colors=("Pink",), by_rank="all"),
    "Wh": Suit("White", by_color="none"),
    "Br": Suit("Brown", colors=("Brown",), by_rank="none"),
    "Om": Suit("Omni", by_color="all", by_rank="all"),
    "Nu": Suit("Null", by_color="none", by_rank="none"),
    "BrRa": Suit("Muddy Rainbow", by_color="all", by_rank="none"),
    "WhPi": Suit("Light Pink", by_color="none", by_rank="all"),
    "Pr": Suit("Prism", prism=True),
    "Or": Suit("Orange", colors=("Orange",), inverted=True),
}

_DARK_NAMES = {"Wh": "Gray", "BrRa": "Cocoa Rainbow", "WhPi": "Gray Pink"}

_SHADES = {
    "Red": {"AR1": "Tomato", "AR2": "Mahogany", "AR3": "Carrot"},
    "Green": {"AG1": "Emerald", "AG2": "Olive"},
    "Blue": {
        "AB1": "Berry",
        "AB2": "Navy",
        "AB3": "Sky",
        "EB1": "Ice EA",
        "EB2": "Aqua EA",
        "EB3": "Sky EA",
        "EB4": "Berry EA",
        "EB5": "Navy EA",
        "EB6": "Ocean EA",
    },
}
"""Suits that share a colour with another suit, by their codes; a clue of the colour touches all of them."""

_LETTERS = {**_BASIC, "K": "Black"}

_BLENDS = {
    "DRY": "Tangerine",
    "DRY2": "Peach",
    "DRY3": "Yam",
    "DRYG": "Geas",
    "DRYGB": "Beatnik",
    "DRYGBP": "Plum",
    "DRYGBPT": "Taupe",
    "DRG": "Gold",
    "DRB": "Violet",
    "DRB2": "Magenta",
    "DRP": "Cardinal",
    "DRK": "Maroon",
    "DYG": "Lime",
    "DYG2": "Jungle",
    "DYB": "Jade",
    "DYK": "Tan",
    "DGB": "Cyan",
    "DBP": "Indigo",
    "DBK": "Cobalt",
}
"""Suits of several colours, by their codes; each letter after `D` stands for a colour."""


def _all() -> Iterator[tuple[str, Suit]]:
    for code, name in _BASIC.items():
        yield code, Suit(name, colors=(name,))
    for code, suit in _SPECIAL.items():
        yield code, suit
        if not suit.single:
            name = _DARK_NAMES.get(code, f"Dark {suit.name}")
            yield code + DARK, replace(suit, name=name, single=True)
    for color, shades in _SHADES.items():
        for code, name in shades.items():
            yield code, Suit(name, colors=(color,))
    yield "R2", Suit("Ruby", colors=("Red",))
    for code, name in _BLENDS.items():
        yield code, Suit(name, colors=tuple(_LETTERS[letter] for letter in code[1:] if letter.isalpha()))


_SUITS = dict(_all())

SPECIAL = frozenset(suit.name for code, suit in _SUITS.items() if code.removesuffix(DARK) in _SPECIAL)
"""The names of the special suits in the form that the names of variants contain."""


def suit_of(code: str) -> Suit:
    """Return the suit that a code such as `Wh1` or `T:R` stands for.

    Raise LookupError for an unknown code of a suit.
    """
    if not code.endswith(REVERSED):
        return _SUITS[code]
    suit = _SUITS[code.removesuffix(REVERSED)]
    return replace(suit, name=f"{suit.name} Reversed", reversed=True)
