"""Weighted matching: the pairs of a round at the least cost."""

from __future__ import annotations

from collections.abc import Mapping

Costs = Mapping[tuple[int, int], int]
"""The cost of each pair that may meet, the lower number first. Costs are whole numbers of any size."""


def cheapest(costs: Costs, all_meet: bool = True) -> tuple[tuple[int, int], ...]:
    """Return as many pairs as possible, at the least cost in all, in the order of their lower numbers.

    With `all_meet` False, an entry whose pair would cost more than nothing may stay alone: costs below 0 are
    what a meeting is worth.
    """
    # It takes 0.4 s to load, and most servers draw no Swiss.
    from networkx import Graph
    from networkx.algorithms.matching import max_weight_matching

    graph: Graph[int] = Graph()
    for (one, other), cost in sorted(costs.items()):
        graph.add_edge(one, other, weight=-cost)
    chosen = max_weight_matching(graph, maxcardinality=all_meet)
    return tuple(sorted((min(pair), max(pair)) for pair in chosen))
