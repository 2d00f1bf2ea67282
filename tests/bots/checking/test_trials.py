"""The trials: which messages they pass on, hold back, repeat and lose, and when they cut."""

from __future__ import annotations

from bots.checking.judge import Judge, Request
from bots.checking.seen import Plain
from bots.checking.trials import (
    ALL,
    HELD_MS,
    UNKNOWN_FIELD,
    UNKNOWN_MESSAGE,
    CutAfterAct,
    CutAtDecision,
    CutBeforeAct,
    HeldBack,
    InPieces,
    Late,
    LostPatch,
    Order,
    Passed,
    Trial,
    Twice,
    UnknownParts,
)

DONE: Plain = {"t": "done", "n": 1}
ACT: Plain = {"t": "act", "n": 1, "decision": "0.0"}
DECIDE: Plain = {"t": "patch", "epoch": "e", "version": 2, "own": {"decision": "0.4"}}


def judged(decision: str | None = "0.0") -> Judge:
    """Return a judge of a robot that has a view."""
    judge = Judge("t1")
    for seen in (judge.seen, judge.server):
        seen.take({"t": "view", "epoch": "e", "version": 1, "pub": {}, "own": {"decision": decision}}, 0.0)
    return judge


def update(trial: Trial, message: Plain, judge: Judge, answered: Request | None = None) -> Order:
    if message["t"] in ("view", "patch"):
        judge.server.take(message, 1.0)
    return trial.update(message, answered, judge)


def test_undisturbed_play_is_complete_after_three_answers() -> None:
    trial, judge = Trial(), judged()
    assert update(trial, DONE, judge) == Order([Passed(DONE)])
    for accepted in range(4):
        judge.accepted = accepted
        assert trial.is_complete(judge) == (accepted == 3)


def test_a_cut_follows_a_new_decision_once() -> None:
    trial, judge = CutAtDecision(), judged(None)
    assert not update(trial, DONE, judge).cut
    assert update(trial, DECIDE, judge) == Order([Passed(DECIDE)], cut=True)
    assert not update(trial, {**DECIDE, "version": 3}, judge).cut


def test_an_action_is_lost_once() -> None:
    trial, judge = CutBeforeAct(), judged()
    assert trial.request({"t": "watch"}, judge) == Order([Passed({"t": "watch"})])
    assert trial.request(ACT, judge) == Order(cut=True)
    assert trial.request(ACT, judge) == Order([Passed(ACT)])


def test_the_answer_to_an_action_is_lost_and_the_view_after_the_next_watch_is_late() -> None:
    trial, judge = CutAfterAct(), judged()
    assert trial.request(ACT, judge) == Order([Passed(ACT)])
    assert update(trial, DECIDE, judge) == Order()
    assert update(trial, DONE, judge, Request(1, 0, 1)) == Order(cut=True)
    assert update(trial, DONE, judge, Request(2, 5, None)) == Order([Passed(DONE)])
    assert update(trial, DONE, judge) == Order([Passed(DONE, HELD_MS)])
    assert update(trial, DONE, judge) == Order([Passed(DONE)])


def test_a_lost_patch_is_one_after_which_others_follow() -> None:
    trial, judge = LostPatch(), judged(None)
    decides = LostPatch()
    assert update(decides, DECIDE, judged(None)) == Order([Passed(DECIDE)])
    idle: Plain = {"t": "patch", "epoch": "e", "version": 2, "pub": {"turn": 1}}
    assert update(trial, idle, judge) == Order()
    judge.accepted = 1
    assert not trial.is_complete(judge)  # the robot has not asked for its view
    judge.watches = 1
    assert trial.is_complete(judge)


def test_unknown_parts_begin_with_a_new_connection() -> None:
    trial, judge = UnknownParts(), judged(None)
    assert update(trial, DONE, judge) == Order([Passed(DONE)])
    assert update(trial, DECIDE, judge).cut
    changed: Plain = {**DECIDE, "own": {"decision": "0.4", **UNKNOWN_FIELD}, **UNKNOWN_FIELD}
    assert update(trial, DECIDE, judge) == Order([Passed(changed), Passed(UNKNOWN_MESSAGE)])


def test_messages_arrive_twice_late_and_in_pieces() -> None:
    judge = judged()
    assert update(Twice(), DONE, judge).passed == [Passed(DONE)] * 2
    late = Late()
    assert {update(late, DONE, judge).passed[0].hold_ms for _ in range(4)} == {0, 50, 200, 400}
    assert update(InPieces(), DONE, judge).passed == [Passed(DONE, in_pieces=True)]
    assert InPieces.single_bytes


def test_what_follows_an_action_is_held_back() -> None:
    trial, judge = HeldBack(), judged()
    assert update(trial, DONE, judge) == Order([Passed(DONE)])
    trial.request(ACT, judge)
    assert update(trial, DONE, judge) == Order([Passed(DONE, HELD_MS)])
    assert update(trial, DONE, judge) == Order([Passed(DONE)])


def test_every_point_has_a_trial() -> None:
    points = {point for trial in ALL for point in trial.points}
    assert points == {"time", "return", "resume", "numbers", "unknown", "frames", "stale"}
