"""The fit of the weights finds known weights, and its samples are turns of real auctions."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bots.bridge.sampler import solver
from protocol.v1.bridge import Call, Deal, Seat, parse_hand
from tests.bench.bidding import Tricks, dealt
from tests.bench.estimates import Sample, Samples, bidder_of, changes, collect, fitted, main
from tests.bots.bridge.sampler.turns import BIDDER, NONE, turn_of


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
    assert all(0 <= sample.result <= 13 and sample.facts["base"] == 1 for sample in every)
    gains = [sample.result for each in samples.gains.values() for sample in each]
    assert min(gains) < 0 < max(gains)
    assert all(-24 <= gain <= 24 for gain in gains)


@pytest.mark.skipif(not solver.installed(), reason="needs the double-dummy solver of endplay")
def test_a_double_of_a_contract_that_fails_by_a_trick_gains_two_imps(tmp_path: Path) -> None:
    north, east, south, west = "A2.AK754.A43.432", "43.J632.QJ76.Q76", "5.QT98.T982.KJT9", "KQJT9876..K5.A85"
    hands = parse_hand(north), parse_hand(east), parse_hand(south), parse_hand(west)
    board = Deal(board=1, dealer=Seat.NORTH, vulnerable=NONE, hands=hands)
    tricks, turn = Tricks(tmp_path / "tricks.db"), turn_of(north, "1H P 2H 4S")
    found = dict(changes(turn, (Call.PASS, Call.DOUBLE), board, BIDDER, tricks))
    assert tricks.of(board, turn.ending(Call.PASS)) == 9
    assert found["double"].result == 2  # 100 points in place of 50


@pytest.mark.skipif(not solver.installed(), reason="needs the double-dummy solver of endplay")
def test_the_weights_are_printed_beside_the_used_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--boards", "24", "--seed", "7", "--tricks", str(tmp_path / "tricks.db")])
    assert capsys.readouterr().out.count("in use") == 14 + 9 + 9 + 4 * 8
