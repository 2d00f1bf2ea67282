"""The examination: one trial after another, and what becomes of the rest when a robot stops."""

from __future__ import annotations

from bots.checking.examination import AWAY_S, TRIAL_S, Examination
from bots.checking.judge import Judge
from bots.checking.seen import Plain
from bots.checking.trials import HeldBack, Trial, Twice

WATCH: Plain = {"t": "watch", "table": "t1", "as": "seat", "id": 1}
VIEW: Plain = {
    "t": "view",
    "table": "t1",
    "epoch": "e",
    "version": 1,
    "pub": {},
    "own": {"decision": "0.0"},
}


def begun(*trials: type[Trial]) -> Examination:
    """Return an examination of a robot that has come to the table and has a decision."""
    examination = Examination(Judge("t1"), trials)
    examination.judge.connect(1)
    examination.request(1, WATCH, 0.0)
    tell(examination, {"t": "done", "table": "t1", "id": 1, "n": 0})
    tell(examination, VIEW)
    return examination


def tell(examination: Examination, message: Plain, now_s: float = 0.0) -> None:
    order, answered = examination.update(1, message, now_s)
    for passed in order.passed:
        examination.judge.deliver(1, passed.message, answered, now_s)


def verdicts(examination: Examination) -> dict[str, str]:
    return {each.point: each.verdict for each in examination.report().points}


def test_a_complete_trial_is_followed_by_the_next_one() -> None:
    examination = begun(Trial, Twice)
    assert isinstance(examination.trial, Trial)
    examination.judge.accepted = 3
    examination.tick(0.1)
    assert isinstance(examination.trial, Twice) and examination.judge.blamed == "frames"
    tell(examination, {"t": "people", "table": "t1"})
    examination.judge.accepted = 5
    examination.tick(0.2)
    assert examination.over and examination.report().passed


def test_a_silent_robot_fails_the_trial_and_its_connection_is_cut() -> None:
    examination = begun(Twice, HeldBack)
    examination.tick(0.0)
    assert examination.tick(10.1)
    assert isinstance(examination.trial, HeldBack)
    assert verdicts(examination)["frames"] == "failed"
    assert not examination.report().passed


def test_the_points_of_trials_that_a_robot_did_not_stay_for_are_not_examined() -> None:
    examination = begun(Trial, HeldBack)
    examination.judge.lose(1, 0.0, by_check=True)
    for now_s in (0.0, AWAY_S / 2, AWAY_S + 0.1):
        examination.tick(now_s)
    assert examination.over
    report = examination.report()
    [stale] = [each for each in report.points if each.point == "stale"]
    assert (stale.verdict, stale.reason) == (
        "not examined",
        "the robot was away from the table for 30 s",
    )
    assert not report.passed


def test_a_trial_without_an_occasion_ends() -> None:
    examination = begun(HeldBack)
    examination.request(1, {"t": "act", "table": "t1", "n": 1, "decision": "0.0"}, 0.0)
    examination.tick(0.0)
    examination.tick(TRIAL_S + 0.1)
    assert examination.over and verdicts(examination)["stale"] == "not examined"


def test_the_examination_begins_when_the_robot_watches_its_seat() -> None:
    assert not Examination(Judge("t1"), [Trial]).has_begun
    assert begun(Trial).has_begun


def test_connections_that_do_not_play_are_not_disturbed() -> None:
    examination = begun(Twice)
    examination.judge.connect(2)
    order, _ = examination.update(2, {"t": "people", "table": "t1"}, 0.0)
    assert len(order.passed) == 1
