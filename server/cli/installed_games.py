"""Games that installed packages offer, as entry points of the group `kibitz.games`.

Such an entry point names a module with four tuples: `NOUNS`, `GAMES`, `RECORDS` and `CLIENTS`. The objects of
`NOUNS` are added to the registry of `protocol.v1`, those of `GAMES` to `server.games`, those of `RECORDS` to
`server.records`, and those of `CLIENTS` to `bots`.
"""

from __future__ import annotations

import logging
from importlib.metadata import entry_points
from typing import Any

GROUP = "kibitz.games"

log = logging.getLogger("kibitz")


def add_installed_games() -> None:
    """Add the games of installed packages to the registries. Log and skip games that cannot be loaded.

    If no package offers a game, no registry is imported, so that a command starts quickly.
    """
    for point in entry_points(group=GROUP):
        try:
            add_games(point.load())
        except Exception as error:
            log.error("games of %s cannot be loaded: %s", point.name, error)


def add_games(module: Any) -> None:
    """Add the games of a module to the four registries.

    Raises ValueError if another game already has the name of one of these games.
    """
    import bots.registry
    import protocol.v1.registry
    import server.games.registry
    import server.records.registry

    found: tuple[tuple[dict[str, Any], dict[str, Any]], ...] = (
        (protocol.v1.registry.GAMES, {each.name: each for each in module.NOUNS}),
        (server.games.registry.GAMES, {each.name: each for each in module.GAMES}),
        (server.records.registry.RECORDS, {each.game: each for each in module.RECORDS}),
        (bots.registry.GAMES, {each.name: each for each in module.CLIENTS}),
    )
    for registry, games in found:
        taken = sorted(name for name, game in games.items() if registry.get(name, game) is not game)
        if taken:
            raise ValueError(f"expected names that no other game has, got {', '.join(taken)}")
    for registry, games in found:
        registry.update(games)
