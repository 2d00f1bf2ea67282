"""Leaks to plant in the real server, each of them one that a server like this could have.

A plant patches real code through pytest's MonkeyPatch.
"""

from __future__ import annotations

from collections.abc import Callable

from pytest import MonkeyPatch

Plant = Callable[[MonkeyPatch], None]
LEAKS: dict[str, Plant] = {}


def compare_whole_views(patch: MonkeyPatch) -> None:
    """Let every patch be the difference of whole views, so that no game lists the changes of a move."""
    patch.setenv("KIBITZ_COMPARE_VIEWS", "1")


def use_listed_changes(patch: MonkeyPatch) -> None:
    """Let the patch of an ordinary move be what the game lists, also where all tests compare whole views."""
    patch.delenv("KIBITZ_COMPARE_VIEWS", raising=False)


def leak(name: str, among: dict[str, Plant] = LEAKS, *, listed: bool = False) -> Callable[[Plant], Plant]:
    """Register a plant under its name.

    A plant in the views shows in patches only where whole views are compared. A plant in the changes that a
    game lists (`listed`) shows only where they are not.
    """

    def register(plant: Plant) -> Plant:
        def planted(patch: MonkeyPatch) -> None:
            plant(patch)
            (use_listed_changes if listed else compare_whole_views)(patch)

        among[name] = planted
        return plant

    return register
