"""Tests of the cards that a clue touches."""

from __future__ import annotations

from random import Random

import pytest

from protocol.rules.hanabi.sets import bit
from protocol.rules.hanabi.touch import cards_touched, clues_of, touches
from protocol.v1.hanabi import ColorClue, RankClue
from protocol.v1.hanabi.actions import Clue
from server.games.hanabi.deck import deck_of
from server.games.hanabi.variants import catalogue
from tests.games.hanabi import live
from tests.games.hanabi.live import catalogued, needs_data
from tests.games.hanabi.test_every_variant import families


@needs_data
@pytest.mark.thorough
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


def touched(name: str, clue: Clue) -> set[tuple[int, int]]:
    """Return the suits and ranks of the cards of a variant that a clue touches."""
    variant = catalogue.variant_named(name)
    return {(card.suit, card.rank) for card in deck_of(variant) if touches(variant, clue, card)}


def test_the_set_of_touched_cards_has_those_that_the_clue_touches_and_no_others() -> None:
    rng = Random(5)
    for family in families().values():
        variant = rng.choice(family)
        for clue in clues_of(variant, 1):
            found = {card for card in deck_of(variant) if touches(variant, clue, card)}
            assert cards_touched(variant, clue) == sum(map(bit, found)), (variant.name, clue)


def test_a_colour_clue_touches_its_suit_and_a_rank_clue_its_rank() -> None:
    assert touched("No Variant", ColorClue(0, 2)) == {(2, rank) for rank in range(1, 6)}
    assert touched("No Variant", RankClue(0, 4)) == {(suit, 4) for suit in range(5)}


def test_every_colour_touches_a_rainbow_suit_and_none_a_white_suit() -> None:
    assert {suit for suit, _ in touched("Rainbow (5 Suits)", ColorClue(0, 0))} == {0, 4}
    assert {suit for suit, _ in touched("White (5 Suits)", ColorClue(0, 0))} == {0}


def test_every_rank_touches_a_pink_suit_and_none_a_brown_suit() -> None:
    assert (4, 1) in touched("Pink (5 Suits)", RankClue(0, 5))
    assert {suit for suit, _ in touched("Brown (5 Suits)", RankClue(0, 5))} == {0, 1, 2, 3}


def test_a_suit_that_ranks_do_not_touch_stays_untouched_where_its_rank_is_special() -> None:
    special = touched("Pink-Ones & Brown (6 Suits)", RankClue(0, 5))
    assert {(suit, 1) for suit in range(5)} <= special
    assert not {card for card in special if card[0] == 5}


def test_colours_take_turns_over_the_ranks_of_a_prism_suit() -> None:
    prism = {rank for suit, rank in touched("Prism (5 Suits)", ColorClue(0, 0)) if suit == 4}
    assert prism == {1, 5}


def test_odds_and_evens_has_one_clue_for_all_odd_ranks() -> None:
    assert {rank for _, rank in touched("Odds and Evens (5 Suits)", RankClue(0, 1))} == {1, 3, 5}
    assert {rank for _, rank in touched("Odds and Evens (5 Suits)", RankClue(0, 2))} == {2, 4}


def test_funnels_touch_downwards_and_chimneys_upwards() -> None:
    assert {rank for _, rank in touched("Funnels (5 Suits)", RankClue(0, 3))} == {1, 2, 3}
    assert {rank for _, rank in touched("Chimneys (5 Suits)", RankClue(0, 3))} == {3, 4, 5}


def test_blind_clues_touch_nothing() -> None:
    assert touched("Color Blind (5 Suits)", ColorClue(0, 0)) == set()
    assert touched("Number Blind (5 Suits)", RankClue(0, 1)) == set()


def test_clues_of_a_variant_are_listed_with_colours_first() -> None:
    clues = clues_of(catalogue.variant_named("Odds and Evens (5 Suits)"), seat=2)
    assert clues == (*(ColorClue(2, color) for color in range(5)), RankClue(2, 1), RankClue(2, 2))
