"""The clock: the time that each kind gives, pauses, and credits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.v1.requests import Bank, ClockRules, NoClock, PerBoard, PerMove
from server.table.clock import Clock, start

NOON = 1_700_000_000_000
RULES = (
    NoClock(),
    PerMove(30_000),
    Bank(60_000, increment_ms=5_000),
    PerBoard(450_000, overtime_ms=15_000),
    PerBoard(60_000, overtime_ms=15_000, move_ms=40_000),
)


def clock(rules: ClockRules, *timed: int) -> Clock:
    """Return a clock that has just started for the seats in `timed`."""
    return start(rules, seats=4, now_ms=NOON).turn(NOON, None, timed)


def seconds_left(clock: Clock, after_s: float) -> float | None:
    """Return the seconds left at this many seconds after noon."""
    remaining = clock.remaining(NOON + round(after_s * 1000))
    return None if remaining is None else remaining / 1000


def test_without_a_clock_no_seat_runs_out_of_time() -> None:
    assert seconds_left(clock(NoClock(), 0), after_s=10**9) is None


def test_no_seat_is_timed_while_no_seat_must_act() -> None:
    assert all(start(rules, 4, NOON).deadline_ms() is None for rules in RULES)


def test_per_move_gives_every_decision_the_same_time() -> None:
    first = clock(PerMove(30_000), 0)
    assert seconds_left(first, after_s=20) == 10
    assert seconds_left(first.turn(NOON + 20_000, 0, (1,)), after_s=20) == 30


def test_a_bank_is_spent_by_its_own_seat_and_grows_with_each_decision() -> None:
    bank = clock(Bank(60_000, increment_ms=5_000), 0)
    bank = bank.turn(NOON + 20_000, 0, (1,))
    assert bank.banks == (45_000, 60_000, 60_000, 60_000)
    assert seconds_left(bank, after_s=20) == 60


def test_only_the_deciding_seat_gains_the_increment() -> None:
    bank = clock(Bank(60_000, increment_ms=5_000), 2).turn(NOON + 10_000, 2, (0,))
    assert bank.banks == (60_000, 60_000, 55_000, 60_000)


def test_several_deciding_seats_share_the_longest_bank_and_lose_no_time() -> None:
    both = clock(Bank(60_000, increment_ms=5_000), 0).turn(NOON + 50_000, 0, (0, 2))
    assert seconds_left(both, after_s=50) == 60
    assert both.first_out() == 0
    assert both.turn(NOON + 70_000, 2, (0,), anew=False).turn(NOON + 80_000, 0, (1,)).banks == both.banks


@pytest.mark.parametrize("rules", [Bank(60_000), PerMove(30_000), PerBoard(60_000)])
def test_when_several_seats_decide_the_end_does_not_reveal_which_have_decided(
    rules: Bank | PerMove | PerBoard,
) -> None:
    both = clock(rules, 0).turn(NOON + 50_000, 0, (0, 2))
    for decided, others in ((0, (2,)), (2, (0,))):
        after = both.turn(NOON + 55_000, decided, others, anew=False)
        assert after.deadline_ms() == both.deadline_ms()
        assert after.credit(1_000).deadline_ms() == both.credit(1_000).deadline_ms()


@pytest.mark.parametrize("rules", [Bank(60_000), PerMove(30_000), PerBoard(60_000)])
@pytest.mark.parametrize("seats", [(0,), (0, 2)])
def test_an_event_within_a_decision_moves_no_deadline_after_an_outage_either(
    rules: Bank | PerMove | PerBoard, seats: tuple[int, ...]
) -> None:
    credited = clock(rules, 3).turn(NOON + 5_000, 3, seats).credit(10_000)
    asked = credited.turn(NOON + 6_000, None, seats, anew=False)
    assert asked.deadline_ms() == credited.deadline_ms()


def test_an_empty_bank_is_never_owed_time() -> None:
    late = clock(Bank(60_000), 0).turn(NOON + 90_000, 0, (1,))
    assert late.banks[0] == 0


def test_the_time_of_a_board_is_used_by_timed_seats_and_then_every_decision_has_overtime() -> None:
    board = clock(PerBoard(60_000, overtime_ms=15_000), 0)
    board = board.turn(NOON + 40_000, 0, (1,))
    assert seconds_left(board, after_s=40) == 20
    board = board.turn(NOON + 58_000, 1, (2,))
    assert seconds_left(board, after_s=58) == 15
    board = board.turn(NOON + 70_000, 2, (3,))
    assert seconds_left(board, after_s=70) == 15


def test_within_the_boards_time_no_decision_may_take_longer_than_a_moves() -> None:
    board = clock(PerBoard(60_000, overtime_ms=15_000, move_ms=25_000), 0)
    assert seconds_left(board, after_s=5) == 20
    board = board.turn(NOON + 20_000, 0, (1,))
    assert seconds_left(board, after_s=20) == 25
    board = board.turn(NOON + 42_000, 1, (2,))
    assert seconds_left(board, after_s=42) == 18


def test_overtime_too_ends_with_the_moves_time() -> None:
    board = clock(PerBoard(10_000, overtime_ms=15_000, move_ms=5_000), 0)
    assert seconds_left(board.turn(NOON + 20_000, 0, (1,)), after_s=20) == 5


def test_a_robots_time_is_charged_to_no_seat() -> None:
    board = clock(PerBoard(60_000))
    assert board.turn(NOON + 50_000, 1, (2,)).board_ms == 60_000


def test_a_stopped_clock_has_no_deadline_and_spends_nothing() -> None:
    stopped = clock(PerBoard(60_000), 0).stop(NOON + 10_000, True)
    assert seconds_left(stopped, after_s=3600) is None
    going = stopped.stop(NOON + 3_600_000, False)
    assert seconds_left(going, after_s=3600) == 50


def test_a_decision_keeps_its_remaining_time_through_a_pause() -> None:
    for rules in RULES[1:]:
        before = clock(rules, 0)
        going = before.stop(NOON + 10_000, True).turn(NOON + 60_000, None, (0,), anew=False)
        going = going.stop(NOON + 3_600_000, False)
        assert seconds_left(going, after_s=3605) == seconds_left(before, after_s=15)


def test_a_decision_that_begins_during_a_pause_starts_after_it() -> None:
    stopped = start(PerMove(30_000), seats=4, now_ms=NOON, stopped=True).turn(NOON + 5_000, None, (0,))
    assert seconds_left(stopped.stop(NOON + 60_000, False), after_s=60) == 30


def test_an_event_within_a_decision_moves_no_deadline() -> None:
    for rules in RULES[1:]:
        before = clock(rules, 0)
        assert before.turn(NOON + 12_000, None, (0,), anew=False).deadline_ms() == before.deadline_ms()


def test_in_overtime_too_an_event_within_a_decision_moves_no_deadline() -> None:
    late = clock(PerBoard(10_000, overtime_ms=15_000), 0).turn(NOON + 20_000, 0, (1,))
    assert late.turn(NOON + 30_000, None, (1,), anew=False).deadline_ms() == late.deadline_ms()


def test_an_outage_is_given_back() -> None:
    for rules in RULES[1:]:
        before = clock(rules, 0)
        assert before.credit(7_000).remaining(NOON + 9_000) == before.remaining(NOON + 2_000)


def test_the_remaining_time_is_never_negative() -> None:
    assert seconds_left(clock(PerMove(30_000), 0), after_s=31) == 0


@pytest.mark.parametrize("rules", RULES[1:], ids=str)
def test_time_that_is_added_is_there_for_the_present_decision(rules: ClockRules) -> None:
    running = clock(rules, 0)
    before, after = seconds_left(running, after_s=20), seconds_left(running.add(60_000), after_s=20)
    assert before is not None and after == before + 60


def test_unused_added_time_stays_with_the_board_and_with_the_banks() -> None:
    board = clock(PerBoard(450_000), 0).add(60_000).turn(NOON + 10_000, 0, (1,))
    assert seconds_left(board, after_s=10) == 500
    bank = clock(Bank(60_000), 0).add(30_000).turn(NOON + 10_000, 0, (1,))
    assert bank.banks == (80_000, 90_000, 90_000, 90_000)
    assert seconds_left(clock(PerMove(30_000), 0).add(60_000).turn(NOON + 50_000, 0, (1,)), after_s=50) == 30


def test_time_that_is_added_while_several_decide_is_theirs_and_no_banks() -> None:
    together = clock(Bank(60_000), 0, 1).add(30_000)
    assert (seconds_left(together, after_s=0), together.banks) == (90, (60_000,) * 4)


def test_added_time_holds_back_no_answer() -> None:
    assert clock(PerMove(30_000), 0).add(60_000).began_ms == NOON


steps = st.lists(st.tuples(st.integers(0, 100_000), st.integers(0, 3), st.booleans()), max_size=12)


@given(st.sampled_from(RULES[1:]), steps)
def test_no_time_is_ever_owed_and_the_deadline_is_never_past_when_a_decision_begins(
    rules: ClockRules, steps: list[tuple[int, int, bool]]
) -> None:
    running, now_ms = clock(rules, 0), NOON
    for ms, seat, stopped in steps:
        now_ms += ms
        running = running.turn(now_ms, running.timed[0], (seat,))
        assert min((*running.banks, running.board_ms)) >= 0
        deadline = running.deadline_ms()
        assert deadline is None or deadline >= now_ms
        running = running.stop(now_ms, stopped)


@given(st.lists(st.integers(0, 20_000), max_size=12))
def test_a_bank_loses_exactly_the_time_that_passed_until_it_is_empty(waits: list[int]) -> None:
    running, now_ms = clock(Bank(60_000), 0), NOON
    for ms in waits:
        now_ms += ms
        running = running.turn(now_ms, 0, (0,))
    assert running.banks[0] == max(0, 60_000 - sum(waits))
