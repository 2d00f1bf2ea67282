"""Tests of the time limit of a search."""

from __future__ import annotations

import pytest

from server.games.bridge.proof.budget import Budget, OutOfTime


def test_the_time_is_checked_at_every_64th_step_only() -> None:
    checks: list[int] = []
    steps = 0

    def expired() -> bool:
        checks.append(steps)
        return False

    budget = Budget(expired)
    for steps in range(1, 200):  # noqa: B007 - `expired` reads the number of the step
        budget.spend()
    assert checks == [64, 128, 192]


def test_the_search_ends_at_the_first_check_after_its_time_has_run_out() -> None:
    budget = Budget(lambda: True)
    for _ in range(63):
        budget.spend()
    with pytest.raises(OutOfTime):
        budget.spend()
