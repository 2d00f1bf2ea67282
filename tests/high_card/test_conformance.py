"""What every game of the registry must keep, high card and replays of it too."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.games.random_games import UPLOADS
from tests.games.test_contract import *  # noqa: F403 - the suite itself, on another game
from tests.high_card.game.game import GAMES
from tests.high_card.random_files import random_file

pytestmark = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])


@pytest.fixture(autouse=True)
def _files(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let every other random replay be one of a file."""
    monkeypatch.setitem(UPLOADS, "high_card_replay", random_file)
    yield
