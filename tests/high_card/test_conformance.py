"""What every game of the registry must keep, high card and replays of it too."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from protocol.v1.cards import DECK
from tests.games.random_games import UPLOADS
from tests.games.test_contract import *  # noqa: F403 - the suite itself, on another game
from tests.high_card.game.game import GAMES
from tests.high_card.protocol.replay import Load, RecordedDeal

pytestmark = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
LINES = (("bet", "bet"), ("bet", "fold"), ("fold",), ("bet",), ())


def random_file(rng: Random) -> Load:
    """Return a file of deals for a replay."""
    deals = (rng.sample(DECK, 2) for _ in range(3))
    recorded = (
        RecordedDeal(number, (one, other), rng.choice(LINES)) for number, (one, other) in enumerate(deals, 1)
    )
    return Load("a file", tuple(recorded))


@pytest.fixture(autouse=True)
def _files(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let every other random replay be one of a file."""
    monkeypatch.setitem(UPLOADS, "high_card_replay", random_file)
    yield
