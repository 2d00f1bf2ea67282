"""Tests of the ranks and copies of the cards of a variant."""

from __future__ import annotations

import pytest

from protocol.rules.hanabi.deck import copies, ranks_of
from protocol.v1.hanabi import START
from server.games.hanabi.variants import catalogue


@pytest.mark.parametrize(
    ("name", "ranks"),
    [
        ("No Variant", (1, 2, 3, 4, 5)),
        ("Sudoku (4 Suits)", (1, 2, 3, 4)),
        ("Up or Down (5 Suits)", (1, 2, 3, 4, 5, START)),
        ("Number Mute (5 Suits)", (1, 2, 3, 4, 5)),
    ],
)
def test_a_variant_has_the_ranks_of_its_piles_and_perhaps_start_cards(
    name: str, ranks: tuple[int, ...]
) -> None:
    assert ranks_of(catalogue.variant_named(name)) == ranks


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("No Variant", "3 2 2 2 1"),
        ("Black (5 Suits)", "1 1 1 1 1"),
        ("Reversed (5 Suits)", "1 2 2 2 3"),
        ("Critical Fours (5 Suits)", "3 2 2 1 1"),
        ("Scarce Ones (5 Suits)", "2 2 2 2 1"),
        ("Up or Down (5 Suits)", "1 2 2 2 1 1"),
        ("Sudoku (5 Suits)", "2 2 2 2 2"),
    ],
)
def test_a_suit_has_as_many_copies_of_each_rank_as_its_variant_says(name: str, numbers: str) -> None:
    variant = catalogue.variant_named(name)
    found = [copies(variant, variant.suits[-1], rank) for rank in ranks_of(variant)]
    assert " ".join(map(str, found)) == numbers
