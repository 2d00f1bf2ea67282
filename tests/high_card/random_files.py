"""Random files of deals for a replay, for the conformance suite."""

from __future__ import annotations

from random import Random

from protocol.v1.cards import DECK
from tests.high_card.protocol.replay import Load, RecordedDeal

LINES = (("bet", "bet"), ("bet", "fold"), ("fold",), ("bet",), ())


def random_file(rng: Random) -> Load:
    """Return a file of deals for a replay."""
    deals = (rng.sample(DECK, 2) for _ in range(3))
    recorded = (
        RecordedDeal(number, (one, other), rng.choice(LINES)) for number, (one, other) in enumerate(deals, 1)
    )
    return Load("a file", tuple(recorded))
