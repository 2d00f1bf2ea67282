"""Weighted matching: as many pairs as possible, at the least cost."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from server.events.movements.matching import cheapest


def test_pairs_cost_as_little_as_can_be() -> None:
    costs = {(0, 1): 1, (0, 2): 4, (0, 3): 9, (1, 2): 1, (1, 3): 4, (2, 3): 1}
    assert cheapest(costs) == ((0, 1), (2, 3))
    assert cheapest({**costs, (0, 1): 100}) == ((0, 2), (1, 3))


def test_all_meet_even_at_a_high_cost_unless_some_may_stay_alone() -> None:
    line = {(0, 1): 10**30, (1, 2): 1, (2, 3): 10**30}
    assert cheapest(line) == ((0, 1), (2, 3))
    worth = {(0, 1): -5, (1, 2): -11, (2, 3): -5, (4, 5): 1}
    assert cheapest(worth, all_meet=False) == ((1, 2),)


@given(st.data())
@settings(max_examples=40)
def test_no_other_pairs_are_cheaper(data: st.DataObject) -> None:
    pairs = list(combinations(range(6), 2))
    costs = {pair: data.draw(st.integers(0, 50)) for pair in pairs}
    ways = [way for way in combinations(pairs, 3) if len({entry for pair in way for entry in pair}) == 6]
    found = cheapest(costs)
    assert sorted(entry for pair in found for entry in pair) == list(range(6))
    assert sum(costs[pair] for pair in found) == min(sum(costs[pair] for pair in way) for way in ways)
