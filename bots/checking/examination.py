"""The examination of a robot: the trials one after another, the judge, and the report at the end.

The examination does no input or output; the proxy tells it what happens, with the time in seconds.
"""

from __future__ import annotations

from collections.abc import Sequence

from bots.checking.judge import Judge, Point, Request
from bots.checking.report import Report, report
from bots.checking.seen import Plain
from bots.checking.trials import ALL, Order, Passed, Trial

TRIAL_S = 120.0
"""The longest time in seconds of a trial, during which the robot is at the table."""
FAULTY_S = 10.0
"""The time in seconds after which a trial ends in which the robot has made a fault."""
AWAY_S = 30.0
"""The time in seconds after which the examination ends if the robot stays away from the table."""


class Examination:
    """The examination of one robot at one table.

    A trial ends when it is complete, when the robot has not done in time what it should have done, or after
    two minutes at the table. `over` is True when all trials have ended, or when the robot stays away.
    """

    def __init__(self, judge: Judge, trials: Sequence[type[Trial]] = ALL) -> None:
        self.judge = judge
        self.over = False
        self._trials = [trial() for trial in trials]
        self._missing: dict[Point, str] = {}
        self._faults_before = 0
        self._present_s = self._faulty_s = 0.0
        self._away_s = 0.0
        self._ticked_s: float | None = None
        self._started = False
        judge.blamed = self._trials[0].points[0]

    @property
    def trial(self) -> Trial | None:
        """Return the present trial, None if the examination is over."""
        return self._trials[0] if self._trials else None

    @property
    def has_begun(self) -> bool:
        """Return True if the robot has come to the table."""
        return self._started

    def request(self, connection: int, message: Plain, now_s: float) -> Order:
        """Judge a message of the robot, and return what becomes of it."""
        self.judge.hear(connection, message, now_s)
        self._started = self._started or self.judge.playing is not None
        if self.trial is None or self.judge.playing != connection:
            return Order([Passed(message)])
        return self.trial.request(message, self.judge)

    def update(self, connection: int, message: Plain, now_s: float) -> tuple[Order, Request | None]:
        """Return what becomes of a message of the server, and the robot's request that it answers."""
        answered = self.judge.answer(connection, message, now_s)
        self._started = self._started or self.judge.playing is not None
        self._advance()
        begins = message["t"] == "welcome" and self.judge.playing is None and self._started
        if self.trial is None or not (begins or self.judge.playing == connection):
            return Order([Passed(message)]), answered
        return self.trial.update(message, answered, self.judge), answered

    def tick(self, now_s: float) -> bool:
        """Find what the robot should have done before now. Returns True if its connection is to be cut."""
        passed_s = now_s - (now_s if self._ticked_s is None else self._ticked_s)
        self._ticked_s = now_s
        at_table = self.judge.playing is not None
        self._present_s += passed_s if at_table else 0.0
        self._away_s = 0.0 if at_table or not self._started else self._away_s + passed_s
        self._faulty_s += passed_s if len(self.judge.faults) > self._faults_before else 0.0
        late = self.judge.tick(now_s)
        if late and self.trial is not None:
            self._end_trial("the robot did not do in time what was expected")
        elif self._faulty_s >= FAULTY_S and self.trial is not None:
            self._end_trial("the robot made a fault and did not go on")
        elif self._present_s >= TRIAL_S and self.trial is not None:
            self._end_trial(f"no occasion for {self.trial.about} came within {TRIAL_S:g} s")
        while self._away_s >= AWAY_S and self.trial is not None:
            self._end_trial(f"the robot was away from the table for {AWAY_S:g} s")
        self._advance()
        return bool(late) and at_table

    def stop(self, reason: str) -> None:
        """End the examination; the points of the trials that are left are not examined, for a reason."""
        while self.trial is not None:
            self._end_trial(reason)

    def report(self) -> Report:
        """Return the report on the robot."""
        judge = self.judge
        return report(judge.client, judge.accepted, judge.answer_s, judge.faults, self._missing, judge.limits)

    def _advance(self) -> None:
        while self.trial is not None and self.trial.is_complete(self.judge):
            self._next_trial()

    def _end_trial(self, reason: str) -> None:
        """End the present trial, which is not complete, for a reason."""
        for point in self._trials[0].points:
            self._missing.setdefault(point, reason)
        self._next_trial()

    def _next_trial(self) -> None:
        del self._trials[0]
        self._present_s = self._faulty_s = 0.0
        self._faults_before = len(self.judge.faults)
        self.over = not self._trials
        if self._trials:
            self.judge.blamed = self._trials[0].points[0]
