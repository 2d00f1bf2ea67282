"""The calls from tables wait once in the queue of an event."""

from __future__ import annotations

from server.events.calls import TableCall, called
from server.events.commands import AnswerCall
from server.events.event import DirectorCall
from tests.events.tuesday import Tuesday


def calls(tuesday: Tuesday, call: TableCall) -> list[DirectorCall]:
    """Let a table call, and return the open calls."""
    tuesday.takes(called(tuesday.event, call, tuesday.now_ms))
    return [each for each in tuesday.event.calls.values() if not each.done]


def test_a_player_that_calls_again_from_the_table_waits_once_until_a_director_ends_the_call() -> None:
    tuesday = Tuesday.started()
    once = calls(tuesday, TableCall(0, 1, "p-1N"))
    assert [(each.entrant, each.round, each.table) for each in once] == [("1", 0, 1)]
    assert calls(tuesday, TableCall(0, 1, "p-1S")) == once
    assert len(calls(tuesday, TableCall(0, 1, "p-2N"))) == 2
    tuesday.asks("Dora", AnswerCall(call=1, done=True))
    assert [each.number for each in calls(tuesday, TableCall(0, 1, "p-1N"))] == [2, 3]


def test_a_dispute_is_entered_once_also_after_a_director_has_ended_its_call() -> None:
    tuesday = Tuesday.started()
    dispute = TableCall(0, 1, dispute="0:0.12")
    (call,) = calls(tuesday, dispute)
    assert (call.entrant, call.table, call.dispute) == ("", 1, "0:0.12")
    after_a_crash = TableCall(0, 1, dispute="0:0.12", begins=False)
    assert calls(tuesday, after_a_crash) == [call]
    tuesday.asks("Dora", AnswerCall(call=1, done=True))
    assert calls(tuesday, after_a_crash) == []
    assert len(calls(tuesday, dispute)) == 1, "the players disagree again at the same decision"


def test_a_person_that_does_not_play_enters_no_call() -> None:
    assert calls(Tuesday.started(), TableCall(0, 1, "p-Stranger")) == []
