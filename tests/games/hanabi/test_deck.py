"""Tests of the deck of a variant."""

from __future__ import annotations

from server.games.hanabi.deck import deck_of
from tests.games.hanabi import live
from tests.games.hanabi.live import catalogued, needs_data


@needs_data
def test_each_variant_has_the_deck_of_hanabi_live() -> None:
    for variant, theirs in zip(catalogued(), live.variants(), strict=True):
        assert [(card.suit, card.rank) for card in deck_of(variant)] == live.deck(theirs), variant.name
