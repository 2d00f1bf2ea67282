"""The search for pairs that leaves a draw without a rematch for each later round."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.events.movements.search import (
    NODES,
    Budget,
    Pairs,
    SearchEnded,
    allowed,
    bits,
    find,
    is_safe,
    lasts,
    matchings,
    rounds_ahead,
    without,
)


def everybody(size: int) -> list[int]:
    return allowed(size, lambda one, other: True)


def test_sets_of_entries_are_bits() -> None:
    assert list(bits(0b10110)) == [1, 2, 4] and list(bits(0)) == []
    assert everybody(3) == [0b110, 0b101, 0b011]
    assert without([0b110, 0b101, 0b011], ((0, 2),)) == (0b010, 0b101, 0b010)


def test_all_ways_to_pair_are_yielded_the_nearest_opponents_first() -> None:
    ways = list(matchings(everybody(4), Budget(NODES)))
    assert ways == [((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2))]
    assert len(list(matchings(everybody(8), Budget(NODES)))) == 105
    assert len(set(matchings(everybody(8), Budget(NODES), in_order=False))) == 105
    assert list(matchings([], Budget(0))) == [()]


def test_preferred_opponents_come_first() -> None:
    assert next(matchings(everybody(4), Budget(NODES), [None, 3, None, 1])) == ((0, 1), (2, 3))
    assert next(matchings(everybody(4), Budget(NODES), [2, 3, 0, 1])) == ((0, 2), (1, 3))


def test_a_search_ends_when_its_budget_is_spent() -> None:
    budget = Budget(2)
    assert find(everybody(4), everybody(4), 0, budget) == ((0, 1), (2, 3)) and budget.left == 0
    with pytest.raises(SearchEnded):
        find(everybody(4), everybody(4), 0, budget)


def test_the_number_of_rounds_ahead_ends_where_an_entry_has_met_all_others() -> None:
    assert rounds_ahead(everybody(4), 9) == 2
    assert rounds_ahead(everybody(4), 1) == 1
    assert rounds_ahead(without(everybody(4), ((0, 1), (2, 3))), 9) == 1
    assert rounds_ahead([0, 0], 9) == 0


def perfect(pairs: Pairs, sets: list[int]) -> bool:
    return sorted(entry for pair in pairs for entry in pair) == list(range(len(sets))) and all(
        sets[one] >> other & 1 for one, other in pairs
    )


def can_last(sets: tuple[int, ...], rounds: int) -> bool:
    """Return, by trying all, whether as many rounds more can be drawn."""
    return rounds == 0 or any(
        can_last(without(sets, pairs), rounds - 1) for pairs in matchings(sets, Budget(10**9))
    )


@given(st.data())
@settings(max_examples=60)
def test_pairs_are_found_whenever_there_are_some_and_leave_the_most_rounds(data: st.DataObject) -> None:
    size = 6
    joined = data.draw(st.sets(st.sampled_from(list(combinations(range(size), 2))), min_size=6))
    sets = allowed(size, lambda one, other: (one, other) in joined)
    rounds = data.draw(st.integers(0, 3))
    found = find(sets, sets, rounds, Budget(NODES))
    ways = list(matchings(sets, Budget(NODES)))
    assert (found is None) == (not ways)
    if found is not None:
        assert perfect(found, sets)
        ahead = [max(k for k in range(rounds + 1) if can_last(without(sets, way), k)) for way in ways]
        assert can_last(without(sets, found), max(ahead))
        assert lasts(without(sets, found), max(ahead), Budget(NODES))


@given(st.integers(2, 4), st.integers(0, 3), st.data())
@settings(max_examples=40)
def test_what_the_theorem_calls_safe_lasts(half: int, rounds: int, data: st.DataObject) -> None:
    size = 2 * half
    missing = data.draw(st.sets(st.sampled_from(list(combinations(range(size), 2))), max_size=size))
    sets = allowed(size, lambda one, other: (one, other) not in missing)
    if is_safe(sets, rounds):
        assert can_last(tuple(sets), rounds)
    groups = allowed(size, lambda one, other: (one < half) != (other < half) and (one, other) not in missing)
    if is_safe(groups, rounds, two_groups=True):
        assert can_last(tuple(groups), rounds)


def test_a_round_robin_of_20_entries_is_drawn_round_by_round() -> None:
    """Without a look-ahead, events of so many rounds are stuck before their end."""
    sets: list[int] = everybody(20)
    for left in range(18, -1, -1):
        found = find(sets, sets, left, Budget(NODES))
        assert found is not None and perfect(found, sets)
        sets = list(without(sets, found))
