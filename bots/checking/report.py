"""The report of the check of a robot: a plain sentence for each point, and the faults in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, get_args

from msgspec import Struct

from bots.checking.judge import Fault, Point, TimeLimits

Verdict = Literal["passed", "failed", "not examined"]
SENTENCES: dict[Point, str] = {
    "time": "The robot answers its decisions in time.",
    "return": "The robot comes back after a lost connection and plays on.",
    "resume": "The robot asks for its view with `watch`, on a new connection and after a lost patch.",
    "numbers": "The robot numbers its actions without a gap, and sends no other action with the same number.",
    "unknown": "The robot ignores fields and messages that it does not know.",
    "frames": "The robot reads messages that arrive twice, late, in fragments or byte by byte.",
    "stale": "The robot never answers a decision that is no longer current.",
}


class PointReport(Struct, frozen=True):
    """The report on one point.

    `sentence` says what a robot must do, `faults` are the faults that were found, and `reason` tells why a
    point was not examined, or the measurement of a passed one.
    """

    point: Point
    sentence: str
    verdict: Verdict
    faults: tuple[Fault, ...] = ()
    reason: str = ""


class Report(Struct, frozen=True):
    """The report on a robot, as `kibitz bot check --json` prints it.

    `client` is the name that the robot's program gives in `hello`, `decisions` the number of decisions that
    it has answered, and `slowest_ms` its longest time for an undisturbed answer, null without one.
    """

    passed: bool
    client: str
    decisions: int
    slowest_ms: int | None
    points: tuple[PointReport, ...]


def report(
    client: str,
    decisions: int,
    answer_s: Sequence[float],
    faults: Sequence[Fault],
    missing: Mapping[Point, str],
    limits: TimeLimits,
) -> Report:
    """Return the report from the faults, and from the reasons why points were not examined in full."""
    slowest_ms = round(max(answer_s) * 1000) if answer_s else None
    measured = "" if slowest_ms is None else f"slowest answer {slowest_ms} ms, limit {limits.answer_ms} ms"
    points = []
    for point in get_args(Point):
        found = tuple(fault for fault in faults if fault.point == point)
        verdict: Verdict = "failed" if found else "not examined" if point in missing else "passed"
        reason = "" if found else missing.get(point, measured if point == "time" else "")
        points.append(PointReport(point, SENTENCES[point], verdict, found, reason))
    passed = all(each.verdict == "passed" for each in points)
    return Report(passed, client, decisions, slowest_ms, tuple(points))


def lines(of: Report) -> Iterator[str]:
    """Yield the lines of a report for people."""
    for point in of.points:
        yield f"{point.verdict:<12}  {point.sentence}" + (f" ({point.reason})" if point.reason else "")
        counted = dict.fromkeys(point.faults)
        for fault in counted:
            times = point.faults.count(fault)
            yield f"{'':14}expected {fault.expected}; got {fault.got}" + (f", {times} times" * (times > 1))
    verdict = "passes" if of.passed else "does not pass"
    yield f"{of.client or 'the robot'} {verdict} the check; it has answered {of.decisions} decisions"
