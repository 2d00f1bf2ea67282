"""Tests of points and IMPs, also with a part-score."""

from __future__ import annotations

from typing import Any

import pytest

from bots.bridge.sampler.stakes import Stakes, imps
from protocol.rules.bridge.scoring import score
from protocol.v1.bridge import Contract, Seat, Strain
from server.games.bridge.scores.comparison import imps as whole_imps


def spades(level: int, **scored: Any) -> Stakes:
    """Return a contract in spades that is not vulnerable."""
    return Stakes(Contract(level, Strain.SPADES, Seat.NORTH), vulnerable=False, **scored)


@pytest.mark.parametrize("vulnerable", [False, True])
def test_without_a_part_score_a_contract_has_its_points_by_the_laws(vulnerable: bool) -> None:
    doubled = Contract(2, Strain.HEARTS, Seat.NORTH, 2)
    stakes = Stakes(doubled, vulnerable)
    assert [stakes.points(tricks) for tricks in range(14)] == [
        score(doubled, tricks, vulnerable) for tricks in range(14)
    ]
    assert (stakes.points(8), stakes.points(7)) == ((670, -200) if vulnerable else (470, -100))


def test_a_part_score_on_the_table_makes_a_game() -> None:
    two_spades = spades(2, currency="points")
    with_forty = spades(2, currency="points", part=40)
    assert with_forty.points(8) - two_spades.points(8) == 250
    assert with_forty.points(7) == two_spades.points(7)
    game = spades(4, currency="points")
    assert spades(4, currency="points", part=40).points(10) == game.points(10)
    assert spades(2, currency="points", part=20).points(8) == two_spades.points(8)


def test_imps_agree_with_the_scale_at_every_step() -> None:
    for points in range(0, 4100, 10):
        assert int(imps(points)) == whole_imps(points)
        assert imps(-points) == -imps(points)


def test_at_imps_the_contract_counts_more_than_an_overtrick() -> None:
    game = spades(4)
    down, made, over = game.compared([9, 10, 11])
    assert made - down > 5 * (over - made) > 0


def test_points_are_added_up_at_total_points() -> None:
    game = spades(4, currency="points")
    down, made, over = game.compared([9, 10, 11])
    assert (made - down) / (over - made) == pytest.approx(470 / 30)
