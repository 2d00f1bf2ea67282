"""The fit of the weights finds known weights, and its samples are turns of real auctions."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bots.bridge.sampler import solver
from tests.bench.bidding import Tricks, dealt
from tests.bench.estimates import Sample, Samples, bidder_of, collect, fitted, main


def test_the_fit_finds_the_weights_that_made_the_samples() -> None:
    rng = Random(1)
    points = [(rng.randrange(20), rng.randrange(6)) for _ in range(200)]
    fit = fitted([Sample({"base": 1, "points": a, "trumps": b}, 2 + a + 3 * b) for a, b in points])
    assert fit.weights == pytest.approx({"base": 2, "points": 1, "trumps": 3})
    assert fit.spread == pytest.approx(0, abs=1e-9)


@pytest.mark.skipif(not solver.installed(), reason="needs the double-dummy solver of endplay")
def test_turns_over_their_bid_and_before_slams_are_sampled(tmp_path: Path) -> None:
    tricks, samples = Tricks(tmp_path / "tricks.db"), Samples()
    for number in range(24):
        collect(dealt(7, number), bidder_of(number), tricks, samples)
    assert samples.theirs and samples.ours and samples.slams
    every = (*samples.theirs, *samples.ours, *samples.slams)
    assert all(0 <= sample.tricks <= 13 and sample.facts["base"] == 1 for sample in every)


@pytest.mark.skipif(not solver.installed(), reason="needs the double-dummy solver of endplay")
def test_the_weights_are_printed_beside_the_used_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--boards", "24", "--seed", "7", "--tricks", str(tmp_path / "tricks.db")])
    assert capsys.readouterr().out.count("in use") == 14 + 9 + 9
