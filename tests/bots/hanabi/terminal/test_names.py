"""Names of suits and cards at a Hanabi table."""

from __future__ import annotations

from bots.hanabi.terminal.names import suit_letters
from server.games.hanabi.variants import catalogue


def test_no_two_suits_of_any_variant_have_the_same_letter() -> None:
    for number in range(len(catalogue.ids())):
        variant = catalogue.variant(number)
        letters = suit_letters(variant)
        assert len(set(letters)) == len(variant.suits) and not (variant.up_or_down and "S" in letters)
    assert suit_letters(catalogue.variant_named("No Variant")) == "RYGBP"
    assert suit_letters(catalogue.variant_named("Black & Rainbow (6 Suits)")) == "RYGBKM"
