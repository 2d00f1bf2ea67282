"""The secrecy suite catches every leak that is planted into the server, and none where there is none."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random

import pytest

from tests.secrecy.checks import faults, performed, strays, suspicions
from tests.secrecy.leaks import LEAKS
from tests.secrecy.scenes.author import draw_scene
from tests.secrecy.scenes.worlds import Scene

SCENES = 145
SHOWN_IN = {
    "a frame size": 6,
    "a card-keyed robot delay": 6,
    "the seed": 6,
    "dictionary order": 9,
    "what a player may do by his cards": 10,
    "a question to the asker's partner": 10,
    "a card-dependent refusal": 13,
    "an explanation across the screen": 14,
    "a vote before the others have voted": 15,
    "a question that moves the deadline": 15,
    "a watcher's words to a seat": 20,
    "a convention card for whoever asks": 21,
    "a clock that tells who has voted": 23,
    "a tempo by the number of answers": 23,
    "a proof that looks into hidden hands": 23,
    "what a player says to the director": 45,
    "a resume of another seat": 50,
    "a knock at every door": 60,
    "a private act in `last`": 63,
    "chat to opponents in partner's one-hand kibitzer room": 127,
    "a listed turn only if the next hand has spades": 129,
}
"""The place of a scene that shows a leak. It is performed first, before all others in their order."""
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


SHOWING = {*range(10), *SHOWN_IN.values()}
"""The places of the scenes that show the leaks."""


def assert_nothing_is_suspected(scenes: Iterable[Scene]) -> None:
    for scene in scenes:
        both = performed(scene)
        assert (strays(both), suspicions(both), faults(both)) == ([], [], [])


@pytest.mark.thorough
def test_without_a_plant_nothing_is_suspected_in_the_scenes_that_show_the_leaks() -> None:
    assert_nothing_is_suspected(suite()[place] for place in sorted(SHOWING))


@pytest.mark.chaos
def test_without_a_plant_nothing_is_suspected() -> None:
    assert_nothing_is_suspected(suite())


@pytest.mark.thorough
@pytest.mark.timeout(600)  # a plant without a known scene is looked for in all scenes
@pytest.mark.parametrize("name", LEAKS)
def test_the_suite_catches(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = SHOWN_IN.get(name, 0)
    scenes = (suite()[first], *suite()[:first], *suite()[first + 1 :])
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
