"""An observer at another hub can tell no hidden card, and neither can anyone that hears the hubs talk.

The observer is the only one at its hub; all others are at the hub that has the table. So every byte between
the two hubs is for the observer, and has to be the same in two worlds that differ in what is hidden from it.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from tests.secrecy.checks import faults, performed, strays, suspicions
from tests.secrecy.scenes.author import draw_scene
from tests.secrecy.scenes.worlds import OBSERVERS, Observer, Restart, Scene

SCENES = int(os.environ.get("KIBITZ_SCENES", "2"))
"""How many scenes each of thirteen observers is shown. KIBITZ_SCENES=500 shows more."""


@pytest.mark.parametrize("observer", OBSERVERS, ids=lambda observer: observer.name)
def test_no_observer_at_another_hub_can_tell_what_is_hidden_from_him(observer: Observer) -> None:
    for scene in scenes(observer, SCENES):
        both = performed(scene, elsewhere=True)
        assert (strays(both), faults(both)) == ([], [])
        assert suspicions(both) == []


def scenes(observer: Observer, count: int) -> list[Scene]:
    """Return scenes whose worlds differ and in which the server is not started again."""
    found: list[Scene] = []
    rng = Random(observer.name)
    while len(found) < count:
        scene = draw_scene(rng, observer)
        if scene.differs and not any(isinstance(step, Restart) for step in scene.steps):
            found.append(scene)
    return found
