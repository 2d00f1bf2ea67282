"""All variants of Hanabi Live: one textual id a line, in the order of their numbers; the rest is composed."""

from __future__ import annotations

from functools import cache
from importlib import resources

from msgspec.structs import replace

from protocol.v1.hanabi.variants import Suit, Variant
from server.games.hanabi.variants.families import changed, name_of
from server.games.hanabi.variants.suggestions import nearest
from server.games.hanabi.variants.suits import suit_of


@cache
def ids() -> tuple[str, ...]:
    """The textual id of every variant, by its number."""
    table = resources.files("server.games.hanabi.variants").joinpath("ids.txt")
    return tuple(table.read_text(encoding="ascii").split())


def composed(number: int, text: str) -> Variant:
    """The variant of a textual id, as `R+Y+G+B+Wh,P1`, under this number. Raises LookupError."""
    codes, *modifiers = text.split(",")
    suits = tuple(suit_of(code) for code in codes.split("+"))
    variant = Variant(id=number, name="", suits=suits, colors=_colors(suits))
    for modifier in modifiers:
        variant = changed(variant, modifier)
    return replace(variant, name=name_of(codes, tuple(modifiers), variant))


def _colors(suits: tuple[Suit, ...]) -> tuple[str, ...]:
    """The colour clues: those that touch some suit by name, in the order of the suits."""
    return tuple(dict.fromkeys(color for suit in suits for color in suit.colors))


@cache
def variant(number: int) -> Variant:
    """The variant of this number. Raises LookupError for one that there is not."""
    if not 0 <= number < len(ids()):
        raise LookupError(f"expected the number of a variant, 0 to {len(ids()) - 1}, got {number}")
    return composed(number, ids()[number])


@cache
def _numbers() -> dict[str, int]:
    return {variant(number).name: number for number in range(len(ids()))}


def named(name: str) -> Variant:
    """The variant of this name. Raises LookupError for one that there is not, with those that are like it."""
    number = _numbers().get(name)
    if number is None:
        like = ", ".join(nearest(name, tuple(_numbers())))
        words = f"; like it are: {like}" if like else ""
        raise LookupError(f"expected the name of a variant, got {name!r}{words}")
    return variant(number)
