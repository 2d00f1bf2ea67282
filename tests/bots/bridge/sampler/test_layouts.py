"""Tests of the layouts: they keep what is known, and their shares are the odds of the textbooks."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from bots.bridge.bidding.promises import Ranges
from bots.bridge.sampler.bits import NOTHING, Hands, held_codes
from bots.bridge.sampler.layouts import Hidden, layouts, points_in

ANYTHING = (Ranges(),) * 4
NO_VOIDS: tuple[frozenset[int], ...] = (frozenset(),) * 4


def defenders(cards: tuple[int, ...], played: Hands = (NOTHING,) * 4) -> Hidden:
    """Return what declarer in the South seat knows: half of the hidden cards are in each other hand."""
    shown = [code for code in range(52) if code not in cards]
    half = len(cards) // 2
    north, south = held_codes(shown[:half]), held_codes(shown[half : 2 * half])
    return Hidden((north, NOTHING, south, NOTHING), cards, (0, half, 0, half), NO_VOIDS, played)


def indifferent(hands: Hands) -> float:
    return 0.0


def test_every_layout_deals_the_hidden_cards_and_leaves_the_others_alone() -> None:
    hidden = defenders(tuple(range(0, 52, 2)))
    for hands, weight in layouts(hidden, ANYTHING, indifferent, 50, Random(1)):
        assert weight > 0
        assert (hands[0], hands[2]) == (hidden.known[0], hidden.known[2])
        east, west = hands[1], hands[3]
        assert [east[suit] | west[suit] for suit in range(4)] == list(held_codes(hidden.cards))
        assert [east[suit] & west[suit] for suit in range(4)] == [0] * 4
        assert sum(mask.bit_count() for mask in east) == 13


def test_five_missing_cards_divide_as_often_as_the_odds_say() -> None:
    """3-2: 67.8 %, 4-1: 28.3 %, 5-0: 3.9 %."""
    spades = tuple(range(47, 52))
    hidden = defenders((*range(21), *spades))
    found: Counter[int] = Counter()
    for seed in range(8):
        for hands, weight in layouts(hidden, ANYTHING, indifferent, 250, Random(seed)):
            east = hands[1][3].bit_count()
            found[max(east, 5 - east)] += weight
    share = {longer: found[longer] / found.total() for longer in (3, 4, 5)}
    assert share[3] == pytest.approx(0.678, abs=0.03)
    assert share[4] == pytest.approx(0.283, abs=0.03)
    assert share[5] == pytest.approx(0.039, abs=0.02)


def test_a_hand_has_the_points_and_lengths_of_its_calls_in_nearly_all_layouts() -> None:
    shown = Ranges(hcp_low=15, hcp_high=17, shortest=(2, 2, 2, 2), longest=(5, 5, 5, 5))
    hidden = defenders(tuple(range(1, 52, 2)))
    drawn = layouts(hidden, (Ranges(), shown, Ranges(), Ranges()), indifferent, 200, Random(3))
    fits = sum(
        weight
        for hands, weight in drawn
        if 15 <= points_in(hands[1]) <= 17 and all(2 <= mask.bit_count() <= 5 for mask in hands[1])
    )
    assert fits > 0.7 * sum(weight for _, weight in drawn)


def test_the_points_of_played_cards_count_for_the_calls() -> None:
    spent = held_codes([51, 38])
    played: Hands = (NOTHING, spent, NOTHING, NOTHING)
    hidden = defenders(tuple(range(1, 48, 2))[:22], played)
    silent = Ranges(hcp_low=0, hcp_high=9)
    drawn = layouts(hidden, (Ranges(), silent, Ranges(), Ranges()), indifferent, 100, Random(3))
    few = sum(weight for hands, weight in drawn if points_in(hands[1]) <= 1)
    assert few > 0.6 * sum(weight for _, weight in drawn)


def test_no_hand_gets_a_suit_in_which_it_has_shown_out() -> None:
    base = defenders(tuple(range(0, 52, 2)))
    hidden = replace(base, voids=(frozenset(), frozenset([3]), frozenset(), frozenset()))
    assert all(not hands[1][3] for hands, _ in layouts(hidden, ANYTHING, indifferent, 100, Random(5)))


def test_near_the_end_every_layout_has_its_exact_weight() -> None:
    cards = (0, 5, 13, 20, 27, 40)
    hidden = defenders(cards)

    def weigh(hands: Hands) -> float:
        return 1.0 if hands[1][0] & 1 else 0.0

    drawn = dict(layouts(hidden, ANYTHING, weigh, 40, Random(1)))
    assert len(drawn) == len(list(combinations(cards, 3)))
    with_two = {weight for hands, weight in drawn.items() if hands[1][0] & 1}
    without = {weight for hands, weight in drawn.items() if not hands[1][0] & 1}
    assert len(with_two) == len(without) == 1
    assert with_two.pop() / without.pop() == pytest.approx(2.71828, rel=1e-4)


def test_layouts_are_chosen_by_their_weights() -> None:
    hidden = defenders(tuple(range(0, 52, 2)))

    def weigh(hands: Hands) -> float:
        return 3.0 if hands[1][3] >> 11 & 1 or hands[1][3] >> 9 & 1 else 0.0

    drawn = layouts(hidden, ANYTHING, weigh, 300, Random(2))
    having = sum(weight for hands, weight in drawn if hands[1][3] >> 11 & 1 or hands[1][3] >> 9 & 1)
    assert having > 0.93 * sum(weight for _, weight in drawn)


def test_many_different_layouts_fit_evidence_that_few_hands_fit() -> None:
    """East has four given cards in 4.8 % of all layouts. If other hands weigh e^-4, in 73 %."""
    hidden = defenders(tuple(range(0, 52, 2)))
    given = held_codes((0, 14, 26, 40))

    def weigh(hands: Hands) -> float:
        return 0.0 if all(hands[1][suit] & given[suit] for suit in range(4)) else -4.0

    found, different, total = 0.0, 0, 0.0
    for seed in range(10):
        drawn = layouts(hidden, ANYTHING, weigh, 40, Random(seed))
        fitting = [weight for hands, weight in drawn if weigh(hands) == 0.0]
        found, total = found + sum(fitting), total + sum(weight for _, weight in drawn)
        different += len(fitting)
    assert found / total == pytest.approx(0.73, abs=0.1)
    assert different > 200


def test_three_hidden_hands_keep_their_ranges() -> None:
    """The player on opening lead sees only the own hand."""
    shown = Ranges(hcp_low=15, hcp_high=17)
    mine = held_codes(range(0, 52, 4))
    hidden = Hidden(
        (NOTHING, NOTHING, NOTHING, mine),
        tuple(code for code in range(52) if code % 4),
        (13, 13, 13, 0),
        NO_VOIDS,
        (NOTHING,) * 4,
    )
    drawn = layouts(hidden, (Ranges(), Ranges(), shown, Ranges()), indifferent, 100, Random(1))
    assert all(sum(mask.bit_count() for mask in hands[seat]) == 13 for hands, _ in drawn for seat in range(4))
    fits = sum(weight for hands, weight in drawn if 14 <= points_in(hands[2]) <= 18)
    assert fits > 0.8 * sum(weight for _, weight in drawn)


def test_the_same_seed_draws_the_same_layouts() -> None:
    hidden = defenders(tuple(range(0, 52, 2)))
    one, same, other = (layouts(hidden, ANYTHING, indifferent, 20, Random(seed)) for seed in (1, 1, 2))
    assert one == same != other
