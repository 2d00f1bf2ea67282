"""The scenes of a game by the guide ask the game for no view."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.high_card.game.rules import HIGH_CARD
from tests.high_card.scenes import OBSERVERS, draw_high_card


def test_a_scene_is_drawn_without_a_call_of_pub_or_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def called(*arguments: Any) -> Any:
        raise AssertionError("the scenes of high card ask the game for a view")

    for half in ("pub", "own"):
        monkeypatch.setattr(type(HIGH_CARD), half, called)
    for observer in OBSERVERS:
        scene = draw_high_card(Random(1), observer)
        assert scene.known is not None
        assert all(world.states for world in scene.worlds)
