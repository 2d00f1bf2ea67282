"""Tests of the levels' limits."""

from __future__ import annotations

from bots.bridge.sampler.effort import LEVELS


def test_each_level_spends_more_than_the_one_before() -> None:
    assert list(LEVELS) == ["quick", "standard", "expert"]
    for name in ("layouts", "nodes", "lead"):
        spent = [getattr(level, name) for level in LEVELS.values()]
        assert spent == sorted(set(spent))


def test_the_opening_lead_takes_more_positions_than_another_card() -> None:
    assert all(level.lead > level.nodes * 3 // 2 for level in LEVELS.values())
