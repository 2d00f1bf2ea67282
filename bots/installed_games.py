"""Games that installed packages offer to clients, as entry points of the group `kibitz.clients`.

Each entry point of the group `kibitz.clients` names a module with two tuples: `NOUNS`, the message types for
the registry of `protocol.v1`, and `CLIENTS`, for the registry of `bots`. The module of an installed game must
not import the server, because a robot may run where no server is installed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from functools import cache
from importlib.metadata import entry_points
from typing import Any

GROUP = "kibitz.clients"

log = logging.getLogger("kibitz")

Registry = dict[str, Any]
"""A registry of games by name, or a part of such a registry."""


@cache
def add_installed_games() -> None:
    """Add the games of installed packages to the registries of the protocol and of clients, once a process.

    Games that cannot be loaded are logged and skipped.
    """
    add_from(GROUP, add_games)


def add_games(module: Any) -> None:
    """Add the games of a module to the registries of the protocol and of clients.

    Raises ValueError if another game already has the name of one of these games, or if a message type of a
    game holds a set.
    """
    import bots.registry
    import protocol.v1.registry

    add_to_registries(
        (
            (protocol.v1.registry.GAMES, {each.name: each for each in module.NOUNS}),
            (bots.registry.GAMES, {each.name: each for each in module.CLIENTS}),
        ),
        module.NOUNS,
    )


def add_from(group: str, add: Callable[[Any], None]) -> None:
    """Call `add` with the module of each entry point of a group, and log the games that cannot be added."""
    for point in entry_points(group=group):
        try:
            add(point.load())
        except Exception as error:
            log.error("games of %s cannot be loaded: %s", point.name, error)


def add_to_registries(found: tuple[tuple[Registry, Registry], ...], nouns: Iterable[Any]) -> None:
    """Add games to their registries, either all of them or, if an error is raised, none.

    Each pair of `found` is a registry and the games for it, and `nouns` are the message types of the games.
    Raises ValueError if another game already has the name of one of these games, or if a message type of a
    game holds a set.
    """
    for registry, games in found:
        taken = sorted(name for name, game in games.items() if registry.get(name, game) is not game)
        if taken:
            raise ValueError(
                "expected games with new names, but there are games with these names already: "
                f"{', '.join(taken)}"
            )
    sets = [field for game in nouns for field in game.fields_with_sets()]
    if sets:
        raise ValueError(
            f"expected sorted tuples in the fields of messages, but these fields hold sets: {', '.join(sets)}"
        )
    for registry, games in found:
        registry.update(games)
