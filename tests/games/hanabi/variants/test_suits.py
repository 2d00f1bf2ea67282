"""Tests of the suits by their codes."""

from __future__ import annotations

import pytest

from protocol.v1.hanabi.variants import Suit
from server.games.hanabi.variants.suits import SPECIAL, suit_of


def test_a_basic_suit_has_one_colour_of_its_name() -> None:
    assert suit_of("R") == Suit("Red", colors=("Red",))
    assert suit_of("T") == Suit("Teal", colors=("Teal",))


@pytest.mark.parametrize(
    ("code", "name"),
    [("Ra1", "Dark Rainbow"), ("Wh1", "Gray"), ("BrRa1", "Cocoa Rainbow"), ("WhPi1", "Gray Pink")],
)
def test_a_dark_suit_has_one_copy_of_each_rank_and_the_clues_of_its_bright_suit(code: str, name: str) -> None:
    dark, bright = suit_of(code), suit_of(code.removesuffix("1"))
    assert (dark.name, dark.single, bright.single) == (name, True, False)
    assert (dark.colors, dark.by_color, dark.by_rank) == (bright.colors, bright.by_color, bright.by_rank)


def test_a_blend_has_the_colours_of_the_letters_in_its_code() -> None:
    assert suit_of("DRYG").colors == ("Red", "Yellow", "Green")
    assert suit_of("DRK").colors == ("Red", "Black")
    assert suit_of("DRY2").colors == suit_of("DRY").colors


def test_no_clue_tells_the_shades_of_a_colour_apart() -> None:
    tomato, carrot = suit_of("AR1"), suit_of("AR3")
    assert tomato.name != carrot.name
    assert tomato.colors == carrot.colors == ("Red",)


def test_a_reversed_suit_is_the_suit_with_its_direction_turned() -> None:
    assert suit_of("T:R") == Suit("Teal Reversed", colors=("Teal",), reversed=True)


@pytest.mark.parametrize("code", ["", "Xx", "R:", "R1", "Bk1", ":R"])
def test_an_unknown_code_is_no_suit(code: str) -> None:
    with pytest.raises(LookupError):
        suit_of(code)


def test_special_suits_give_variants_their_names_and_plain_suits_do_not() -> None:
    assert {"Rainbow", "Gray", "Black", "Orange"} <= SPECIAL
    assert not {"Red", "Teal", "Tangerine", "Tomato"} & SPECIAL
