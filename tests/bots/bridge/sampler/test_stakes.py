"""Tests of points and IMPs against the server's scoring."""

from __future__ import annotations

from typing import Literal

import pytest

from bots.bridge.sampler.stakes import Stakes, imps
from protocol.v1.bridge import Contract, Seat, Strain
from server.games.bridge.scores.comparison import imps as whole_imps
from server.games.bridge.scoring import score


@pytest.mark.parametrize("doubled", [1, 2, 4])
@pytest.mark.parametrize("vulnerable", [False, True])
def test_every_result_of_every_contract_scores_as_by_the_laws(
    doubled: Literal[1, 2, 4], vulnerable: bool
) -> None:
    for level in range(1, 8):
        for number, strain in enumerate(Strain):
            stakes = Stakes(level, number, doubled, vulnerable)
            contract = Contract(level, strain, Seat.NORTH, doubled)
            for tricks in range(14):
                assert stakes.points(tricks) == score(contract, tricks, vulnerable), (contract, tricks)


def test_a_part_score_on_the_table_makes_a_game() -> None:
    two_spades = Stakes(2, 3, 1, False, "points")
    with_forty = Stakes(2, 3, 1, False, "points", part=40)
    assert with_forty.points(8) - two_spades.points(8) == 250
    assert with_forty.points(7) == two_spades.points(7)


def test_imps_agree_with_the_scale_at_every_step() -> None:
    for points in range(0, 4100, 10):
        assert int(imps(points)) == whole_imps(points)
        assert imps(-points) == -imps(points)


def test_at_imps_the_contract_counts_more_than_an_overtrick() -> None:
    game = Stakes(4, 3, 1, False)
    down, made, over = game.compared([9, 10, 11])
    assert made - down > 5 * (over - made) > 0


def test_points_are_added_up_at_total_points() -> None:
    game = Stakes(4, 3, 1, False, "points")
    down, made, over = game.compared([9, 10, 11])
    assert (made - down) / (over - made) == pytest.approx(470 / 30)
