"""High card in the four registries, for as long as a test runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import bots.registry
import protocol.v1.registry
import server.games.registry
import server.records.registry
from tests.high_card.client.client import HIGH_CARD as CLIENTS
from tests.high_card.game.game import GAMES
from tests.high_card.protocol.game import NOUNS
from tests.high_card.records.records import RECORDS

ADDED: tuple[tuple[dict[str, Any], dict[str, Any]], ...] = (
    (protocol.v1.registry.GAMES, {each.name: each for each in NOUNS}),
    (server.games.registry.GAMES, {each.name: each for each in GAMES}),
    (server.records.registry.RECORDS, {each.game: each for each in RECORDS}),
    (bots.registry.GAMES, {each.name: each for each in CLIENTS}),
)
"""What one line in each registry would add."""


@contextmanager
def registered() -> Iterator[None]:
    """Add the game to the registries of this process, and take it out again."""
    with ExitStack() as stack:
        for registry, games in ADDED:
            stack.enter_context(patch.dict(registry, games))
        yield
