"""Tests that all 2,426 variants equal those of Hanabi Live in their names, suits, clues and decks."""

from __future__ import annotations

import pytest

from server.games.hanabi.variants import catalogue
from tests.games.hanabi import live
from tests.games.hanabi.live import catalogued, needs_data

FLAGS = {
    "alternatingClues": "alternating",
    "clueStarved": "half_clues",
    "colorCluesTouchNothing": "blind_colors",
    "cowAndPig": "moo",
    "duck": "quack",
    "rankCluesTouchNothing": "blind_ranks",
    "scarceOnes": "scarce_ones",
    "sudoku": "sudoku",
    "synesthesia": "synesthesia",
    "throwItInAHole": "hole",
    "upOrDown": "up_or_down",
}


def test_there_are_2426_variants_and_no_two_are_named_alike() -> None:
    assert len({variant.name for variant in catalogued()}) == len(catalogued()) == 2426


@needs_data
def test_numbers_textual_ids_names_and_suits_are_those_of_hanabi_live() -> None:
    theirs = live.variants()
    assert [each["id"] for each in theirs] == [variant.id for variant in catalogued()]
    assert [each["newID"] for each in theirs] == list(catalogue.ids())
    assert [each["name"] for each in theirs] == [variant.name for variant in catalogued()]
    assert [each["suits"] for each in theirs] == [[suit.name for suit in each.suits] for each in catalogued()]


@needs_data
def test_clues_and_rules_are_those_of_hanabi_live() -> None:
    for variant, theirs in zip(catalogued(), live.variants(), strict=True):
        assert list(variant.colors) == live.clue_colors(theirs), variant.name
        assert list(variant.ranks) == live.clue_ranks(theirs), variant.name
        assert variant.stack == live.stack(theirs), variant.name
        assert variant.single_rank == theirs.get("criticalRank"), variant.name
        for flag, field in FLAGS.items():
            assert getattr(variant, field) is theirs.get(flag, False), (variant.name, flag)


@pytest.mark.parametrize("name", ["", "no variant", "7 Suits", "Rainbow (7 Suits)"])
def test_a_name_that_no_variant_has_is_refused(name: str) -> None:
    with pytest.raises(LookupError, match="expected the name of a variant"):
        catalogue.variant_named(name)


@pytest.mark.parametrize("number", [-1, 2426])
def test_a_number_that_no_variant_has_is_refused(number: int) -> None:
    with pytest.raises(LookupError, match="expected a variant number from 0 to 2425"):
        catalogue.variant(number)
