"""Tests of the ranks that can be played next on a pile."""

from __future__ import annotations

import pytest

from protocol.rules.hanabi.piles import Pile, next_ranks
from protocol.v1.hanabi import START, Variant
from server.games.hanabi.variants import catalogue

PLAIN, REVERSED = catalogue.variant_named("3 Suits"), catalogue.variant_named("Reversed (3 Suits)")
EITHER_WAY, SUDOKU = (
    catalogue.variant_named("Up or Down (5 Suits)"),
    catalogue.variant_named("Sudoku (4 Suits)"),
)


def nexts(variant: Variant, *piles: Pile) -> list[set[int]]:
    """Return the ranks that each pile takes next; piles that are not given are empty."""
    all_piles = (*piles, *((),) * (len(variant.suits) - len(piles)))
    return [set(next_ranks(variant, all_piles, suit)) for suit in range(len(piles))]


def test_a_pile_goes_from_the_1_up_to_the_5_and_is_finished_then() -> None:
    assert nexts(PLAIN, (), (1, 2), (1, 2, 3, 4, 5)) == [{1}, {3}, set()]


def test_a_reversed_pile_goes_from_the_5_down_to_the_1() -> None:
    assert [suit.reversed for suit in REVERSED.suits] == [False, False, True]
    assert nexts(REVERSED, (), (1,), ()) == [{1}, {2}, {5}]
    assert nexts(REVERSED, (), (), (5, 4, 3, 2)) == [{1}, {1}, {1}]


@pytest.mark.parametrize(
    ("pile", "takes"),
    [
        ((), {1, 5, START}),
        ((START,), {2, 4}),
        ((1,), {2}),
        ((5,), {4}),
        ((START, 2), {3}),
        ((START, 4), {3}),
        ((1, 2, 3), {4}),
        ((START, 4, 3, 2), {1}),
        ((5, 4, 3, 2, 1), set()),
    ],
)
def test_up_or_down_a_pile_goes_on_as_its_first_cards_say(pile: Pile, takes: set[int]) -> None:
    assert nexts(EITHER_WAY, pile) == [takes]


def test_a_sudoku_pile_starts_where_no_other_does_and_goes_around() -> None:
    assert nexts(SUDOKU, (), (3,), (2, 3), (4, 1, 2)) == [{1}, {4}, {4}, {3}]
    assert nexts(SUDOKU, (1, 2, 3, 4), (4,), (), ()) == [set(), {1}, {2, 3}, {2, 3}]
