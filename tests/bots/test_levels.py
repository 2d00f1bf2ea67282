"""The levels of robots: a busy server lets its robots answer at lower levels."""

from __future__ import annotations

import pytest

from bots.levels import EXPERT, LEVELS, QUICK, STANDARD, checked_level, level_in_force


@pytest.mark.parametrize(
    ("level", "load", "in_force"),
    [
        (EXPERT, 0.0, EXPERT),
        (EXPERT, 0.5, STANDARD),
        (EXPERT, 1.0, QUICK),
        (STANDARD, 0.9, STANDARD),
        (STANDARD, 1.0, QUICK),
        (QUICK, 0.0, QUICK),
        (QUICK, 30.0, QUICK),
    ],
)
def test_a_robot_steps_down_as_the_load_rises_and_never_up(level: str, load: float, in_force: str) -> None:
    assert level_in_force(level, load) == in_force


def test_an_unknown_level_is_refused_with_the_known_ones() -> None:
    assert [checked_level(LEVELS, level) for level in LEVELS] == ["quick", "standard", "expert"]
    with pytest.raises(ValueError, match="expected one of the levels quick, standard, expert, got 'genius'"):
        checked_level(LEVELS, "genius")
