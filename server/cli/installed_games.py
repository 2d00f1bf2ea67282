"""The games of installed packages, which offer them as entry points of the group `kibitz.games`.

An entry point of a game names a module with four tuples: `NOUNS`, `GAMES`, `RECORDS` and `CLIENTS`. The
objects of `NOUNS` are added to the registry of `protocol.v1`, those of `GAMES` to `server.games`, those of
`RECORDS` to `server.records`, and those of `CLIENTS` to `bots`. Robots that run without a server find the
games of installed packages through `bots.installed_games`.
"""

from __future__ import annotations

from typing import Any

from bots import installed_games
from bots.installed_games import add_from, add_to_registries

GROUP = "kibitz.games"


def add_installed_games() -> None:
    """Add the games of installed packages to the registries of games.

    A game that cannot be loaded is logged and left out. If no installed package offers a game, the registries
    are not even imported, so that a command starts quickly. The games for clients are added here, too:
    otherwise the first client would search the installed packages for games and block the event loop.
    """
    add_from(GROUP, add_games)
    installed_games.add_installed_games()


def add_games(module: Any) -> None:
    """Add the games of a package's module to the registries of protocol, server, records and clients.

    Raises ValueError if another game already has the name of one of the games, or if a message type of a game
    contains a Python set.
    """
    import bots.registry
    import protocol.v1.registry
    import server.games.registry
    import server.records.registry

    add_to_registries(
        (
            (protocol.v1.registry.GAMES, {each.name: each for each in module.NOUNS}),
            (server.games.registry.GAMES, {each.name: each for each in module.GAMES}),
            (server.records.registry.RECORDS, {each.game: each for each in module.RECORDS}),
            (bots.registry.GAMES, {each.name: each for each in module.CLIENTS}),
        ),
        module.NOUNS,
    )
