"""The secrecy suite catches every leak that is planted into the server, and none where there is none."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from tests.secrecy.checks import faults, performed, strays, suspicions
from tests.secrecy.leaks import LEAKS
from tests.secrecy.scenes.author import draw_scene
from tests.secrecy.scenes.worlds import Scene

SCENES = 145
TWENTY = (
    "a global sequence number",
    "the deal in a view",
    "partner's legal list",
    "a hash over the whole state",
    "a card-dependent refusal",
    "a frame size",
    "a frame count",
    "dictionary order",
    "a card-keyed timer",
    "a card-keyed robot delay",
    "a log line",
    "a metric label",
    "an exception's text",
    "the seed",
    "a resume of another seat",
    "`last` with a hidden card",
    "an alert to partner",
    "a claim or undo prompt to a non-voter",
    "dummy before the lead",
    "a REST export of a live game",
)
"""The list of the design."""


@cache
def suite() -> tuple[Scene, ...]:
    """Always the same scenes, folded by the rules as they are before anything is planted."""
    scenes = tuple(scene for scene in map(draw_scene, map(Random, range(SCENES))) if scene.differs)
    assert all(world.answers is not None for scene in scenes for world in scene.worlds)
    return scenes


def test_without_a_plant_nothing_is_suspected() -> None:
    for scene in suite():
        both = performed(scene)
        assert (strays(both), suspicions(both), faults(both)) == ([], [], [])


@pytest.mark.parametrize("name", LEAKS)
def test_the_suite_catches(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scenes = suite()
    LEAKS[name](monkeypatch)
    for scene in scenes:
        both = performed(scene)
        assert faults(both) == [], "a plant must leak, not break"
        if suspicions(both):
            return
    pytest.fail(f"{name} went through {len(scenes)} scenes unseen")


def test_every_leak_of_the_list_is_planted() -> None:
    assert len(TWENTY) == 20
    assert set(TWENTY) <= set(LEAKS)
