"""Tests of the cards that a clue touches."""

from __future__ import annotations

from protocol.v1.hanabi import ColorClue, RankClue
from server.games.hanabi.deck import deck_of
from server.games.hanabi.touch import touches
from tests.games.hanabi import live
from tests.games.hanabi.live import catalogued, needs_data


@needs_data
def test_every_clue_of_every_variant_touches_the_cards_that_it_touches_there() -> None:
    compared = 0
    for variant, theirs in zip(catalogued(), live.variants(), strict=True):
        for card in set(deck_of(variant)):
            place = (card.suit, card.rank)
            for color in range(len(variant.colors)):
                clue = ColorClue(0, color)
                assert touches(variant, clue, card) is live.touches_color(theirs, color, place), (
                    variant.name,
                    card,
                )
                compared += 1
            for rank in variant.ranks:
                clue = RankClue(0, rank)
                assert touches(variant, clue, card) is live.touches_rank(theirs, rank, place), (
                    variant.name,
                    card,
                )
                compared += 1
    assert compared > 400_000
