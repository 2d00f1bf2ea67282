"""The secrecy suite catches every leak that is planted into Spades, and none where there is none."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from tests.secrecy.checks import faults, performed, strays, suspicions
from tests.secrecy.leaks.passing import DRAW, EXCHANGE
from tests.secrecy.leaks.spades import BLIND, HANDS
from tests.secrecy.scenes.worlds import Scene
from tests.secrecy.spades.author import draw_spades

SCENES = 20
THEMES = {
    "blind bids": (BLIND, ("classic, blind at any time", "blind numbers", "solo, blind"), ("bids", "dealt")),
    "exchange": (
        EXCHANGE,
        ("both blind", "passing beside nil", "passing in suicide", "six in pairs"),
        ("exchange", "play", "over"),
    ),
    "draw": (DRAW, ("two who draw", "two who draw by mirror"), ("dealt", "bids", "play")),
    "hands": (
        HANDS,
        ("classic", "seed", "mirror", "lowest clubs", "three", "five", "jokers"),
        ("play", "bids"),
    ),
}
PLANTS = [(theme, name) for theme, (leaks, _, _) in THEMES.items() for name in leaks]


@cache
def suite(theme: str) -> tuple[Scene, ...]:
    """Always the same scenes, folded by the rules as they are before anything is planted."""
    _, tables, ends = THEMES[theme]
    drawn = (
        draw_spades(Random(seed), tables[seed % len(tables)], end=ends[seed % len(ends)])
        for seed in range(SCENES)
    )
    scenes = tuple(scene for scene in drawn if scene.differs)
    assert all(scene.known and world.answers is not None for scene in scenes for world in scene.worlds)
    return scenes


@pytest.mark.thorough
@pytest.mark.parametrize("theme", THEMES)
def test_without_a_plant_nothing_is_suspected(theme: str) -> None:
    for scene in suite(theme):
        both = performed(scene)
        assert (strays(both), suspicions(both), faults(both)) == ([], [], [])


@pytest.mark.thorough
@pytest.mark.parametrize(("theme", "name"), PLANTS)
def test_the_suite_catches(theme: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scenes = suite(theme)
    THEMES[theme][0][name](monkeypatch)
    for scene in scenes:
        both = performed(scene)
        assert faults(both) == [], "a plant must leak, not break"
        if suspicions(both):
            return
    pytest.fail(f"{name} went through {len(scenes)} scenes unseen")


def test_at_least_twenty_leaks_are_planted() -> None:
    assert len({name for _, name in PLANTS}) >= 20
