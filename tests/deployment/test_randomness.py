"""A draw reads from the operating system once, and makes all possible results equally likely."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import perm
from random import Random

import pytest

from protocol.v1.cards import DECK
from server.deployment.randomness import SystemRng


class Bytes:
    """A source of bytes that were chosen before; it counts the reads."""

    def __init__(self, *read: bytes) -> None:
        self.left = list(read)
        self.reads = 0

    def __call__(self, size: int) -> bytes:
        self.reads += 1
        given = self.left.pop(0)
        assert len(given) == size
        return given


@pytest.mark.parametrize(("cards", "drawn"), [(2, 2), (3, 3), (4, 4), (5, 5), (5, 2), (4, 1)])
def test_all_numbers_that_can_be_read_give_each_result_equally_often(cards: int, drawn: int) -> None:
    results, rejected = Counter[tuple[int, ...]](), 0
    for number in range(2**16):
        read = Bytes(number.to_bytes(2, "big"), b"\0\0")
        result = tuple(SystemRng(read).sample(range(cards), drawn))
        if read.reads == 2:
            rejected += 1
        else:
            results[result] += 1
    assert set(results) == set(permutations(range(cards), drawn))
    assert set(results.values()) == {2**16 // perm(cards, drawn)}
    assert rejected == 2**16 % perm(cards, drawn)


def test_a_number_that_would_make_some_results_likelier_is_read_again() -> None:
    read = Bytes(b"\xff\xff", b"\0\x05")
    assert SystemRng(read).sample("abc", 3) == SystemRng(Bytes(b"\0\x05")).sample("abc", 3)
    assert read.reads == 2


def test_a_deal_of_52_cards_takes_one_read() -> None:
    read = Bytes(Random(1).randbytes(30))
    assert sorted(SystemRng(read).sample(DECK, 52)) == sorted(DECK)
    assert read.reads == 1


def test_every_card_comes_to_every_place_of_a_deck_equally_often_in_many_deals() -> None:
    rng, found, deals = SystemRng(Random(7).randbytes), Counter[tuple[int, int]](), 13_000
    for _ in range(deals):
        found.update(enumerate(rng.sample(range(52), 52)))
    assert len(found) == 52 * 52
    expected = deals / 52
    chi_squared = sum((count - expected) ** 2 / expected for count in found.values())
    assert 2_300 < chi_squared < 2_900  # 51 * 51 = 2,601 degrees of freedom, standard deviation 72


def test_a_sample_of_nothing_is_empty_and_a_larger_sample_than_the_population_is_refused() -> None:
    assert SystemRng().sample("abc", 0) == []
    with pytest.raises(ValueError, match="a sample of 0 to 3 elements, got 4"):
        SystemRng().sample("abc", 4)


def test_two_deals_from_the_operating_system_differ() -> None:
    rng = SystemRng()
    assert rng.sample(DECK, 52) != rng.sample(DECK, 52)
