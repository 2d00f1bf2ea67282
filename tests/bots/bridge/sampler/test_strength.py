"""The strength of the sampler's card play, with the bidding of the frozen plain robot."""

from __future__ import annotations

import asyncio
from functools import partial
from statistics import mean

import pytest

from bots.bridge.sampler.effort import QUICK
from tests.bots.bridge.sampler.losses import CardPlayer, match
from tests.markers import long

pytest.importorskip("endplay", reason="endplay is not installed")


@pytest.mark.strength
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("boards", [10, long(24)])
def test_it_gains_imps_and_gives_away_fewer_tricks_than_the_plain_robot(boards: int) -> None:
    """The seeds of the cards and of the search are fixed, so the result is the same each time."""
    report = asyncio.run(match(partial(CardPlayer, QUICK), boards, 2))
    sampler, plain = report.losses
    print(report.text())
    assert report.mean > 2.0
    assert mean(sampler.declaring) < 0.5
    assert mean(sampler.declaring) < 0.5 * mean(plain.declaring)
    assert mean(sampler.defending) < mean(plain.defending)
