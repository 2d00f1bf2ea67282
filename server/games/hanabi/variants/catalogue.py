"""The catalogue of all variants of Hanabi Live, built from a list of textual ids such as `R+Y+G+B+Wh,P1`.

The file `ids.txt` has one id on each line, in the order of the variants' numbers.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

from msgspec.structs import replace

from protocol.v1.hanabi.variants import Suit, Variant
from server.games.hanabi.variants.families import name_of, with_modifier
from server.games.hanabi.variants.suggestions import nearest
from server.games.hanabi.variants.suits import suit_of


@cache
def ids() -> tuple[str, ...]:
    """Return the textual id of every variant, in the order of the variants' numbers."""
    table = resources.files("server.games.hanabi.variants").joinpath("ids.txt")
    return tuple(table.read_text(encoding="ascii").split())


def compose(number: int, text: str) -> Variant:
    """Return the variant with a textual id such as `R+Y+G+B+Wh,P1`.

    Raises LookupError for an unknown code of a suit or modifier.
    """
    codes, *modifiers = text.split(",")
    suits = tuple(suit_of(code) for code in codes.split("+"))
    variant = Variant(id=number, name="", suits=suits, colors=_colors(suits))
    for modifier in modifiers:
        variant = with_modifier(variant, modifier)
    return replace(variant, name=name_of(codes, tuple(modifiers), variant))


def _colors(suits: tuple[Suit, ...]) -> tuple[str, ...]:
    """Return the colours that a clue can name, in the order of the suits."""
    return tuple(dict.fromkeys(color for suit in suits for color in suit.colors))


@cache
def variant(number: int) -> Variant:
    """Return the variant that has this number in Hanabi Live.

    Raise LookupError for an unknown variant number.
    """
    if not 0 <= number < len(ids()):
        raise LookupError(f"expected a variant number from 0 to {len(ids()) - 1}, got {number}")
    return compose(number, ids()[number])


@cache
def _numbers() -> dict[str, int]:
    return {variant(number).name: number for number in range(len(ids()))}


def variant_named(name: str) -> Variant:
    """Return the variant of Hanabi Live that has this name.

    Raises LookupError for the name of no variant; the text of the error suggests similar names.
    """
    number = _numbers().get(name)
    if number is None:
        similar = ", ".join(nearest(name, tuple(_numbers())))
        suggestion = f"; similar names are: {similar}" if similar else ""
        raise LookupError(f"expected the name of a variant, got {name!r}{suggestion}")
    return variant(number)
