"""Tests of the random numbers of Go, from which seeds give Hanabi Live's decks."""

from __future__ import annotations

import pytest

from server.games.hanabi.seeds.go_random import GoSource


def test_seed_1_gives_gos_well_known_numbers() -> None:
    source = GoSource(1)
    assert [source.int63() for _ in range(3)] == [
        5577006791947779410,
        8674665223082153551,
        6129484611666145821,
    ]


def test_a_multiple_of_the_modulus_begins_as_go_has_it() -> None:
    source, other = GoSource((1 << 31) - 1), GoSource(0)
    assert [source.int63() for _ in range(5)] == [other.int63() for _ in range(5)]


@pytest.mark.parametrize("limit", [1, 2, 3, 6, 8, 50, 60])
def test_a_number_below_a_limit_is_below_it_and_takes_all_values(limit: int) -> None:
    source = GoSource(limit)
    assert {source.below(limit) for _ in range(60 * limit)} == set(range(limit))


def test_seed_0_gives_gos_well_known_numbers() -> None:
    source = GoSource(0)
    assert [source.int63() for _ in range(3)] == [
        8717895732742165505,
        2259404117704393152,
        6050128673802995827,
    ]
