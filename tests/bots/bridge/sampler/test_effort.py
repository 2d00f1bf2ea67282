"""Tests of the levels' limits."""

from __future__ import annotations

from bots.bridge.sampler.effort import LEVELS


def test_each_level_spends_more_than_the_one_before() -> None:
    assert list(LEVELS) == ["quick", "standard", "expert"]
    layouts, nodes = ([getattr(level, name) for level in LEVELS.values()] for name in ("layouts", "nodes"))
    assert layouts == sorted(set(layouts))
    assert nodes == sorted(set(nodes))
