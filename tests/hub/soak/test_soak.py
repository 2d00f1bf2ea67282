"""Random sittings at one table: each request is answered, and each view is true."""

from __future__ import annotations

import logging

import pytest

from tests.hub.soak.sitting import sat_out
from tests.markers import long
from tests.virtual import virtual


def soak(seed: int, steps: int, caplog: pytest.LogCaptureFixture) -> None:
    @virtual
    async def run() -> None:
        sitting = await sat_out(seed, steps)
        await sitting.closes()

    run()
    assert [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR] == []


@pytest.mark.parametrize(
    "seed",
    [
        0,
        pytest.param(1, marks=pytest.mark.thorough),
        *(pytest.param(seed, marks=pytest.mark.chaos) for seed in range(2, 8)),
    ],
)
def test_after_all_random_steps_each_viewer_sees_the_truth(
    seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    soak(seed, 1_500, caplog)


@pytest.mark.chaos
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("seed", [*range(100, 104), *map(long, range(104, 112))])
def test_after_many_random_steps_each_viewer_sees_the_truth(
    seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    soak(seed, 3_000, caplog)
