"""High card in the four registries, for as long as a test runs; and what a package with it would offer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from unittest.mock import patch

import bots.registry
import protocol.v1.registry
import server.games.registry
import server.records.registry
from server.cli.installed_games import add_games
from tests.high_card import package

REGISTRIES = (
    protocol.v1.registry.GAMES,
    server.games.registry.GAMES,
    server.records.registry.RECORDS,
    bots.registry.GAMES,
)


def install(folder: Path) -> None:
    """Write what makes high card an installed package for a Python that looks for packages in the folder."""
    about = folder / "high_card-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: high-card\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        "[kibitz.games]\nhigh_card = tests.high_card.package\n"
        "[kibitz.clients]\nhigh_card = tests.high_card.clients\n"
    )


@contextmanager
def registered() -> Iterator[None]:
    """Add the game to the registries of this process, and take it out again."""
    with ExitStack() as stack:
        for registry in REGISTRIES:
            stack.enter_context(patch.dict(registry))
        add_games(package)
        yield
