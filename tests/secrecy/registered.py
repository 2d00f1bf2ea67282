"""The secrecy scenes of each registered game: a function that draws a scene of the game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.secrecy.hanabi.author import draw_hanabi
from tests.secrecy.scenes.author import draw_scene
from tests.secrecy.scenes.worlds import Scene
from tests.secrecy.spades.author import draw_spades

SCENES: dict[str, Callable[[Random], Scene]] = {
    "bridge": draw_scene,
    "spades": draw_spades,
    "hanabi": draw_hanabi,
}
