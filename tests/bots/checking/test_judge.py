"""The judge of a robot finds each planted fault, and finds none in a robot that follows the protocol."""

from __future__ import annotations

from typing import Any

from bots.checking.judge import Judge

TABLE, FIRST, SECOND = "t1", 1, 2
PASS, BID = {"t": "call", "call": "P"}, {"t": "call", "call": "1C"}


class Conversation:
    """What a robot and a server say, with the judge between them. Each message takes 10 ms."""

    def __init__(self) -> None:
        self.judge = Judge(TABLE)
        self.now_s = 0.0
        self.version = 0
        self.connection = FIRST
        self.judge.connect(FIRST)

    def robot(self, t: str, **fields: Any) -> None:
        self.now_s += 0.01
        self.judge.hear(self.connection, {"t": t, "table": TABLE, **fields}, self.now_s)

    def server(self, t: str, *, delivered: bool = True, **fields: Any) -> None:
        self.now_s += 0.01
        message = {"t": t, "table": TABLE, **fields}
        if t in ("view", "patch"):
            self.version += 1
            message = {"epoch": "e", "version": self.version, **message}
        answered = self.judge.answer(self.connection, message, self.now_s)
        if delivered:
            self.judge.deliver(self.connection, message, answered, self.now_s)

    def watches(self, n: int = 0, **seen: Any) -> None:
        self.robot("watch", id=7, **{"as": "seat"}, **seen)
        self.server("done", id=7, n=n)

    def begins(self, decision: str | None = "0.0") -> None:
        self.watches()
        self.server("view", pub={"result": None}, own={"decision": decision})

    def acts(self, n: int, decision: str, action: dict[str, str] = PASS) -> None:
        self.robot("act", n=n, decision=decision, action=action)

    def applies(self, n: int, following: str | None = None, *, delivered: bool = True) -> None:
        self.server("patch", own={"decision": following}, delivered=delivered)
        self.server("done", n=n, delivered=delivered)

    def is_cut(self) -> None:
        self.judge.lose(self.connection, self.now_s, by_check=True)

    def connects(self) -> None:
        self.connection = SECOND
        self.judge.connect(SECOND)

    def passes(self, seconds: float) -> None:
        self.now_s += seconds
        self.judge.tick(self.now_s)

    @property
    def found(self) -> list[tuple[str, str]]:
        return [(fault.point, fault.got) for fault in self.judge.faults]


def test_a_robot_that_follows_the_protocol_has_no_fault() -> None:
    talk = Conversation()
    talk.begins()
    talk.acts(1, "0.0")
    talk.applies(1, "0.4")
    talk.acts(2, "0.4")
    talk.applies(2, delivered=False)
    talk.is_cut()
    talk.connects()
    talk.acts(2, "0.4")
    talk.watches(n=2, epoch="e", version=2)
    talk.server("done", n=2)
    talk.server("view", pub={"result": None}, own={"decision": "0.8"})
    talk.acts(3, "0.8")
    talk.applies(3)
    talk.passes(100)
    assert talk.found == [] and talk.judge.accepted == 3


def test_the_time_of_each_answer_is_measured() -> None:
    talk = Conversation()
    talk.begins()
    talk.passes(2)
    talk.acts(1, "0.0")
    assert [round(time) for time in talk.judge.answer_s] == [2]


def test_a_robot_that_does_not_answer_in_time_is_found() -> None:
    talk = Conversation()
    talk.begins()
    talk.passes(9.9)
    assert talk.found == []
    talk.passes(0.2)
    assert talk.found == [("time", "no answer")]


def test_silence_counts_to_the_point_of_the_present_trial() -> None:
    talk = Conversation()
    talk.judge.blamed = "unknown"
    talk.begins()
    talk.passes(11)
    assert talk.found == [("unknown", "no answer")]


def test_a_robot_that_gives_up_after_a_cut_is_found() -> None:
    talk = Conversation()
    talk.begins()
    talk.acts(1, "0.0")
    talk.is_cut()
    talk.passes(11)
    assert talk.found == [("return", "no connection that watches")]


def test_a_robot_that_ends_its_connection_during_a_deal_is_found_and_after_a_deal_it_may() -> None:
    for result, found in (
        (None, [("return", "the robot ended it with the close code 1001")]),
        ({"score": 50}, []),
    ):
        talk = Conversation()
        talk.begins()
        talk.acts(1, "0.0")
        talk.server("patch", pub={"result": result}, own={"decision": None})
        talk.judge.lose(FIRST, talk.now_s, by_check=False, how=" with the close code 1001")
        assert talk.found == found


def test_a_slow_robot_that_sends_its_last_card_again_may_leave_after_the_deal() -> None:
    talk = Conversation()
    talk.begins()
    talk.acts(1, "0.0")
    talk.server("patch", pub={"result": {"score": 0}}, own={"decision": None})
    talk.server("patch", pub={"result": None}, own={"decision": "1.0"})
    talk.acts(1, "0.0")  # what the robot has read so far does not yet tell it the result
    talk.judge.lose(FIRST, talk.now_s, by_check=False)
    assert talk.found == []


def test_a_robot_that_leaves_after_its_first_call_of_the_next_deal_is_found() -> None:
    talk = Conversation()
    talk.begins()
    talk.acts(1, "0.0")
    talk.server("patch", pub={"result": {"score": 0}}, own={"decision": None})
    talk.server("patch", pub={"result": None}, own={"decision": "1.0"})
    talk.acts(2, "1.0")
    talk.judge.lose(FIRST, talk.now_s, by_check=False)
    assert talk.found == [("return", "the robot ended it")]


def test_a_robot_that_skips_a_number_is_found() -> None:
    talk = Conversation()
    talk.begins()
    talk.acts(2, "0.0")
    assert talk.found == [("numbers", "n 2: n skipped")]


def test_a_robot_that_uses_a_number_again_is_found() -> None:
    talk = Conversation()
    talk.watches(n=4)
    talk.server("view", pub={}, own={"decision": "0.0"})
    talk.acts(4, "0.0")
    assert talk.found == [("numbers", "n 4")]


def test_a_robot_that_sends_another_action_with_the_number_of_a_lost_one_is_found() -> None:
    talk = Conversation()
    talk.begins()
    talk.acts(1, "0.0")
    talk.is_cut()
    talk.connects()
    talk.acts(1, "0.0", BID)
    assert talk.found == [("numbers", "another action or decision with n 1")]


def test_after_a_refusal_or_the_answer_to_watch_a_robot_may_choose_another_action() -> None:
    talk = Conversation()
    talk.begins()
    talk.acts(1, "0.0")
    talk.server("refused", n=1, code="illegal_action", message="")
    talk.acts(1, "0.0", BID)
    talk.is_cut()
    talk.connects()
    talk.watches(n=0, epoch="e", version=1)
    talk.acts(1, "0.0", PASS)
    assert talk.found == []


def test_a_robot_that_answers_a_stale_decision_is_found() -> None:
    talk = Conversation()
    talk.begins()
    talk.server("patch", own={"decision": "0.1"})
    talk.acts(1, "0.0")
    assert talk.found == []  # the messages may have crossed
    talk.server("refused", n=1, code="stale_decision", message="")
    talk.passes(1)
    talk.acts(1, "0.0")
    assert talk.found == [("stale", "`act` 1 with the decision 0.0")]


def test_a_robot_that_answers_a_decision_twice_is_found() -> None:
    talk = Conversation()
    talk.begins()
    talk.acts(1, "0.0")
    talk.applies(1, delivered=False)
    talk.is_cut()
    talk.connects()
    talk.watches(n=1, epoch="e", version=1)
    talk.acts(2, "0.0")
    assert talk.found == [("stale", "`act` 2 with the decision 0.0 again")]


def test_an_action_that_leaves_the_decision_open_is_no_answer_to_it() -> None:
    talk = Conversation()
    talk.begins()
    talk.acts(1, "0.0", {"t": "reveal"})
    talk.applies(1, "0.0")
    talk.acts(2, "0.0")
    assert talk.found == []


def test_a_robot_that_names_a_version_it_has_not_received_is_found() -> None:
    talk = Conversation()
    talk.begins()
    talk.is_cut()
    talk.connects()
    talk.watches(epoch="e", version=3)
    assert talk.found == [("resume", "a `watch` with e, 3")]


def test_a_robot_that_acts_on_a_new_connection_and_never_watches_is_found() -> None:
    talk = Conversation()
    talk.begins()
    talk.acts(1, "0.0")
    talk.is_cut()
    talk.connects()
    talk.acts(1, "0.0")
    talk.passes(6)
    assert ("resume", "no `watch`") in talk.found


def test_a_robot_that_does_not_ask_again_after_a_lost_patch_is_found() -> None:
    talk = Conversation()
    talk.begins(None)
    talk.server("patch", delivered=False)
    talk.server("patch", own={"decision": "0.2"})
    talk.passes(6)
    assert talk.found == [("resume", "no `watch`")]


def test_a_robot_that_applies_a_patch_which_does_not_follow_is_found() -> None:
    talk = Conversation()
    talk.begins(None)
    talk.server("patch", delivered=False)
    talk.server("patch", own={"decision": "0.2"})
    talk.acts(1, "0.2")
    assert talk.found[0] == ("resume", "`act` 1 without it")


def test_patches_that_arrive_before_the_answer_to_a_watch_need_no_second_watch() -> None:
    talk = Conversation()
    talk.begins(None)
    talk.server("patch", delivered=False)
    talk.server("patch")
    talk.robot("watch", id=9, epoch="e", version=1, **{"as": "seat"})
    patch = {"t": "patch", "table": TABLE, "epoch": "e", "version": 4, "own": None}
    talk.version += 1
    # The server has sent the answer, which is not yet delivered, when the robot receives the patch.
    talk.judge.answer(FIRST, patch, talk.now_s)
    done = {"t": "done", "table": TABLE, "id": 9, "n": 0}
    answered = talk.judge.answer(FIRST, done, talk.now_s)
    talk.judge.deliver(FIRST, patch, None, talk.now_s)
    talk.judge.deliver(FIRST, done, answered, talk.now_s)
    talk.server("view", pub={}, own={"decision": "0.3"})
    talk.acts(1, "0.3")
    talk.passes(6)
    assert talk.found == []


def test_a_patch_that_arrives_twice_asks_for_nothing() -> None:
    talk = Conversation()
    talk.begins(None)
    talk.server("patch")
    talk.version -= 1
    talk.server("patch")
    talk.passes(10)
    assert talk.found == []


def test_messages_of_other_tables_and_of_watchers_are_not_judged() -> None:
    talk = Conversation()
    talk.robot("watch", id=1, **{"as": "public"})
    talk.judge.hear(FIRST, {"t": "act", "table": "other", "n": 9, "decision": "3.3"}, 1.0)
    assert talk.found == [] and talk.judge.playing is None
