"""Each registered game with hidden cards has secrecy scenes, which judge the game's views by no view."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from server.games.base import AnyGame
from server.games.registry import GAMES
from tests.secrecy.registered import SCENES

WITH_HIDDEN_CARDS = [game for game in GAMES.values() if game.showing is None]


@pytest.mark.parametrize("game", WITH_HIDDEN_CARDS, ids=lambda game: str(game.name))
def test_a_registered_game_has_secrecy_scenes(game: AnyGame) -> None:
    assert game.name in SCENES, (
        f"{game.name}: expected secrecy scenes in tests/secrecy/registered.py, got none"
    )
    assert SCENES[game.name](Random(1)).worlds[0].kind.game is game


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_is_drawn_without_a_call_of_pub_or_own(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an observer may know is worked out apart from the views, or it would allow their leaks."""

    def called(*arguments: Any) -> Any:
        raise AssertionError(f"the scenes of {name} ask the game for a view")

    for half in ("pub", "own"):
        monkeypatch.setattr(type(GAMES[name]), half, called)
    for seed in range(20):
        scene = SCENES[name](Random(seed))
        assert scene.known is not None
        assert all(world.states for world in scene.worlds)
