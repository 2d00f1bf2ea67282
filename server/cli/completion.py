"""The names that a shell completes in the arguments and options of `kibitz` commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from server.cli.installed_games import add_installed_games


def robots() -> list[str]:
    """Return the names of the installed robots, and `name:level` for their other levels."""
    from server.deployment.installed_robots import installed_robots

    return sorted(installed_robots())


def games(names: Callable[[], Sequence[str]]) -> Callable[[], list[str]]:
    """Return a function that returns the names of games, including games of installed packages."""

    def completed() -> list[str]:
        add_installed_games()
        return list(names())

    return completed
