"""Leaks to plant in the real server, each of them one that a server like this could have.

A plant patches real code through pytest's MonkeyPatch.
"""

from __future__ import annotations

from collections.abc import Callable

from pytest import MonkeyPatch

Plant = Callable[[MonkeyPatch], None]
LEAKS: dict[str, Plant] = {}


def leak(name: str, among: dict[str, Plant] = LEAKS) -> Callable[[Plant], Plant]:
    """Register a plant under its name."""

    def register(plant: Plant) -> Plant:
        among[name] = plant
        return plant

    return register
