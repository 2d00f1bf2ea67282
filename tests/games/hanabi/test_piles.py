"""Tests of the direction of a pile, and of the highest possible score, also by brute force."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from protocol.rules.hanabi.piles import Pile, next_ranks
from protocol.v1.hanabi import START, Card, Variant
from server.games.hanabi.deck import counts_of, deck_of
from server.games.hanabi.piles import direction, max_score
from server.games.hanabi.variants import catalogue

PLAIN, REVERSED = catalogue.variant_named("3 Suits"), catalogue.variant_named("Reversed (3 Suits)")
EITHER_WAY, SUDOKU = (
    catalogue.variant_named("Up or Down (5 Suits)"),
    catalogue.variant_named("Sudoku (4 Suits)"),
)


def test_a_pile_goes_up_and_is_finished_after_its_5() -> None:
    assert [direction(PLAIN, pile, 0) for pile in ((), (1,), (1, 2, 3, 4, 5))] == ["up", "up", "finished"]


def test_a_reversed_pile_goes_down() -> None:
    assert [suit.reversed for suit in REVERSED.suits] == [False, False, True]
    assert direction(REVERSED, (), 2) == "down"


@pytest.mark.parametrize(
    ("pile", "way"),
    [
        ((), "undecided"),
        ((START,), "undecided"),
        ((1,), "up"),
        ((5,), "down"),
        ((START, 2), "up"),
        ((START, 4), "down"),
        ((1, 2, 3), "up"),
        ((START, 4, 3, 2), "down"),
        ((5, 4, 3, 2, 1), "finished"),
    ],
)
def test_up_or_down_a_pile_goes_the_way_its_first_cards_say(pile: Pile, way: str) -> None:
    assert direction(EITHER_WAY, pile, 0) == way


def discarded_cards(*cards: tuple[int, int, int]) -> dict[Card, int]:
    """Return discards of this number of cards of a suit and rank."""
    return {Card(suit, rank): number for suit, rank, number in cards}


EMPTY: tuple[Pile, ...] = ((),) * 5


@pytest.mark.parametrize(
    ("variant", "discarded", "score"),
    [
        (PLAIN, discarded_cards((0, 3, 1)), 15),
        (PLAIN, discarded_cards((0, 3, 2)), 12),
        (PLAIN, discarded_cards((0, 1, 3), (1, 5, 1)), 9),
        (REVERSED, discarded_cards((2, 5, 3)), 10),
        (REVERSED, discarded_cards((2, 1, 1)), 14),
        (EITHER_WAY, discarded_cards((0, 1, 1)), 25),
        (EITHER_WAY, discarded_cards((0, 1, 1), (0, START, 1)), 25 - 1),
        (EITHER_WAY, discarded_cards((0, 1, 1), (0, 5, 1), (0, START, 1)), 20),
        (EITHER_WAY, discarded_cards((0, 3, 2)), 22),
    ],
)
def test_a_pile_ends_before_a_rank_of_which_all_are_discarded(
    variant: Variant, discarded: dict[Card, int], score: int
) -> None:
    assert max_score(variant, EMPTY[: len(variant.suits)], discarded) == score


def test_a_pile_that_goes_one_way_cannot_turn_back() -> None:
    piles = ((1,), *EMPTY[1:])
    assert max_score(EITHER_WAY, piles, discarded_cards((0, 5, 1))) == 24
    assert max_score(EITHER_WAY, ((5,), *EMPTY[1:]), discarded_cards((0, START, 1))) == 25


def finished(variant: Variant, piles: tuple[Pile, ...], alive: set[Card]) -> int:
    """Return the greatest number of cards that can lie at the end, found by playing in every way."""
    seen: set[tuple[Pile, ...]] = set()

    def most(now: tuple[Pile, ...]) -> int:
        if now in seen:
            return 0
        seen.add(now)
        top = sum(map(len, now))
        for suit in range(len(now)):
            for rank in next_ranks(variant, now, suit):
                if Card(suit, rank) in alive:
                    top = max(top, most((*now[:suit], (*now[suit], rank), *now[suit + 1 :])))
        return top

    return most(piles)


def random_position(variant: Variant, rng: Random) -> tuple[tuple[Pile, ...], dict[Card, int]]:
    """Return piles with some cards on them, and discards that fit them."""
    piles: tuple[Pile, ...] = ((),) * len(variant.suits)
    for _ in range(rng.randrange(6)):
        suit = rng.randrange(len(piles))
        fits = sorted(next_ranks(variant, piles, suit))
        if fits:
            piles = (*piles[:suit], (*piles[suit], rng.choice(fits)), *piles[suit + 1 :])
    rest = list(deck_of(variant))
    for suit, pile in enumerate(piles):
        for rank in pile:
            rest.remove(Card(suit, rank))
    discarded: dict[Card, int] = {}
    for card in rng.sample(rest, rng.randrange(len(rest) * 2 // 3)):
        discarded[card] = discarded.get(card, 0) + 1
    return piles, discarded


@pytest.mark.parametrize("variant", [SUDOKU, REVERSED, PLAIN], ids=lambda variant: variant.name)
def test_the_best_score_is_what_playing_in_every_way_finds(variant: Variant) -> None:
    rng = Random(variant.name)
    for _ in range(60):
        piles, discarded = random_position(variant, rng)
        alive = {card for card, number in counts_of(variant).items() if discarded.get(card, 0) < number}
        assert max_score(variant, piles, discarded) == finished(variant, piles, alive), (piles, discarded)


def test_the_best_score_up_or_down_is_each_piles_better_way() -> None:
    rng = Random(1)
    for _ in range(300):
        piles, discarded = random_position(EITHER_WAY, rng)
        counts = counts_of(EITHER_WAY)
        alive = {card for card, number in counts.items() if discarded.get(card, 0) < number}
        alone = [
            finished(EITHER_WAY, ((),) * suit + (pile,), alive_of(alive, suit))
            for suit, pile in enumerate(piles)
        ]
        assert max_score(EITHER_WAY, piles, discarded) == sum(alone), (piles, discarded)


def alive_of(alive: set[Card], suit: int) -> set[Card]:
    return {card for card in alive if card.suit == suit}


def test_sudoku_gives_the_starts_to_the_piles_in_the_best_of_all_ways() -> None:
    rng = Random(2)
    for _ in range(200):
        _, discarded = random_position(SUDOKU, rng)
        alive = {card for card, number in counts_of(SUDOKU).items() if discarded.get(card, 0) < number}

        def run(suit: int, start: int, alive: set[Card] = alive) -> int:
            ranks = [(start - 1 + step) % 4 + 1 for step in range(4)]
            return next((step for step, rank in enumerate(ranks) if Card(suit, rank) not in alive), 4)

        ways = permutations(range(1, 5))
        expected = max(sum(run(suit, start) for suit, start in enumerate(way)) for way in ways)
        assert max_score(SUDOKU, ((),) * 4, discarded_of(discarded, alive)) == expected


def discarded_of(discarded: dict[Card, int], alive: set[Card]) -> dict[Card, int]:
    """Return discards that leave only the cards that are alive."""
    return {card: number for card, number in discarded.items() if card not in alive}
