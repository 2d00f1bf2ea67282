"""Tests of the deck of a variant."""

from __future__ import annotations

import pytest

from protocol.rules.hanabi.deck import ranks_of
from protocol.v1.hanabi import Card
from server.games.hanabi.deck import counts_of, deck_of
from server.games.hanabi.variants import catalogue
from tests.games.hanabi import live
from tests.games.hanabi.live import catalogued, needs_data


@needs_data
def test_each_variant_has_the_deck_of_hanabi_live() -> None:
    for variant, theirs in zip(catalogued(), live.variants(), strict=True):
        assert [(card.suit, card.rank) for card in deck_of(variant)] == live.deck(theirs), variant.name


def counts(name: str) -> str:
    """Return the number of copies of each rank in the last suit of a variant, from the lowest rank up."""
    variant = catalogue.variant_named(name)
    copies = counts_of(variant)
    suit = len(variant.suits) - 1
    return " ".join(str(copies[Card(suit, rank)]) for rank in ranks_of(variant))


@pytest.mark.parametrize(
    ("name", "copies"),
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
def test_a_suit_has_as_many_copies_of_each_rank_as_its_variant_says(name: str, copies: str) -> None:
    assert counts(name) == copies


def test_copies_stand_side_by_side_in_an_unshuffled_deck() -> None:
    deck = deck_of(catalogue.variant_named("No Variant"))
    assert deck[:6] == (Card(0, 1), Card(0, 1), Card(0, 1), Card(0, 2), Card(0, 2), Card(0, 3))
    assert len(deck) == 50
