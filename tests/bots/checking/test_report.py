"""The report in words: a sentence for each point, and the faults below it."""

from __future__ import annotations

from bots.checking.judge import Fault, TimeLimits
from bots.checking.report import lines, report

FAULT = Fault("numbers", "n 2", "n 4")


def test_a_robot_passes_when_every_point_is_passed() -> None:
    told = report("mine 1.0", 18, [0.02, 0.25], [], {}, TimeLimits())
    assert told.passed and told.slowest_ms == 250
    words = [*lines(told)]
    assert words[0] == (
        "passed        The robot answers its decisions in time. (slowest answer 250 ms, limit 10000 ms)"
    )
    assert len(words) == 8 and words[-1] == "mine 1.0 passes the check; it has answered 18 decisions"


def test_faults_are_told_with_what_was_expected_and_what_came() -> None:
    told = report("", 1, [], [FAULT, FAULT], {"numbers": "x"}, TimeLimits())
    words = [*lines(told)]
    assert not told.passed
    at = next(index for index, line in enumerate(words) if line.startswith("failed"))
    assert "numbers its actions" in words[at]
    assert words[at + 1].strip() == "expected n 2; got n 4, 2 times"
    assert words[-1].startswith("the robot does not pass")


def test_a_point_that_was_not_examined_says_why() -> None:
    told = report("", 1, [], [], {"stale": "the robot was away"}, TimeLimits())
    assert not told.passed
    assert [*lines(told)][-2] == (
        "not examined  The robot never answers a decision that is no longer current. (the robot was away)"
    )
