"""The secrecy suite catches every leak that is planted into the server, and none where there is none."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from tests.secrecy.checks import faults, performed, suspicions
from tests.secrecy.leaks import LEAKS
from tests.secrecy.scenes import draw_scene
from tests.secrecy.worlds import Scene

SCENES = 100


@cache
def suite() -> tuple[Scene, ...]:
    """Always the same scenes."""
    return tuple(scene for scene in map(draw_scene, map(Random, range(SCENES))) if scene.differs)


def test_without_a_plant_nothing_is_suspected() -> None:
    for scene in suite():
        both = performed(scene)
        assert (suspicions(both), faults(both)) == ([], [])


@pytest.mark.parametrize("name", LEAKS)
def test_the_suite_catches(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS[name](monkeypatch)
    for scene in suite():
        both = performed(scene)
        assert faults(both) == [], "a plant must leak, not break"
        if suspicions(both):
            return
    pytest.fail(f"{name} went through {len(suite())} scenes unseen")


def test_every_leak_of_the_list_is_planted_but_those_whose_features_are_still_to_come() -> None:
    to_come = {"an alert to partner", "a claim or undo prompt to a non-voter"}
    assert len(LEAKS) + len(to_come) == 20
