"""Work on many watchers in slices: order, limits, and removal from a batch."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from server.hub.slices import AT_ONCE, SLICE, Slices


class Loop:
    """An event loop whose turns the test runs one by one; `turns` holds the work done in each."""

    def __init__(self) -> None:
        self.turns: list[list[object]] = [[]]
        self.slices = Slices(self._later)
        self._put_off: list[Callable[[], None]] = []

    def _later(self, callback: Callable[[], None]) -> None:
        self._put_off.append(callback)

    def note(self, word: object, one: object = None) -> None:
        self.turns[-1].append((word, one))

    def goes_on(self) -> bool:
        """Run one more turn; return False if nothing waits."""
        if not self._put_off:
            return False
        self.turns.append([])
        self._put_off.pop(0)()
        return True

    def ends(self) -> list[int]:
        """Run all remaining turns, and return the amount of work in each turn with work."""
        while self.goes_on():
            pass
        return [len(turn) for turn in self.turns if turn]

    @property
    def done(self) -> list[object]:
        return [each for turn in self.turns for each in turn]


def test_the_first_slice_is_done_at_once_and_the_rest_a_slice_in_a_turn() -> None:
    loop = Loop()
    loop.slices.each(partial(loop.note, "a"), range(2 * SLICE + 1))
    assert loop.ends() == [SLICE, SLICE, 1]
    assert loop.done == [("a", number) for number in range(2 * SLICE + 1)]


def test_two_batches_share_the_turns_and_each_keeps_its_order() -> None:
    loop = Loop()
    for word in "abc":
        loop.slices.each(partial(loop.note, word), range(SLICE + 10))
    assert loop.ends() == [SLICE, SLICE, SLICE, 30]
    assert loop.done == [(word, number) for word in "abc" for number in range(SLICE + 10)]


def test_writes_to_players_leave_less_of_the_turn_for_watchers() -> None:
    loop = Loop()
    loop.slices.each(partial(loop.note, "a"), range(SLICE), beside=4)
    assert loop.ends() == [SLICE - 4, 4]


def test_small_batches_are_done_at_once_until_the_turn_bears_no_more() -> None:
    loop = Loop()
    for word in range(AT_ONCE // 50 + 3):
        loop.slices.each(partial(loop.note, word), range(50))
    assert loop.ends() == [AT_ONCE, SLICE, 50]


def test_after_a_turn_without_work_as_much_is_done_at_once_as_before() -> None:
    loop = Loop()
    for _ in range(3):
        loop.slices.each(partial(loop.note, "a"), range(SLICE))
        assert loop.goes_on()
    assert loop.ends() == [SLICE] * 3


def test_an_item_removed_from_a_batch_gets_no_work_and_the_others_do() -> None:
    loop = Loop()
    batch = loop.slices.each(partial(loop.note, "a"), range(SLICE + 3))
    assert (batch.take(SLICE), batch.take(SLICE), batch.take(0)) == (True, False, False)
    assert not batch.done
    loop.ends()
    assert loop.done[SLICE:] == [("a", SLICE + 1), ("a", SLICE + 2)] and batch.done


def test_work_queued_by_other_work_waits_behind_it() -> None:
    loop = Loop()

    def double(one: int) -> None:
        loop.note("first", one)
        loop.slices.each(partial(loop.note, "second"), (one,))

    loop.slices.each(double, range(3))
    loop.ends()
    assert loop.done == [("first", 0), ("first", 1), ("first", 2), *(("second", n) for n in range(3))]


def test_a_failing_item_stops_no_other_item() -> None:
    loop = Loop()

    def work(one: int) -> None:
        if one == SLICE:
            raise ValueError("on purpose")
        loop.note("a", one)

    loop.slices.each(work, range(SLICE + 2))
    with pytest.raises(ValueError, match="on purpose"):
        loop.goes_on()
    loop.ends()
    assert loop.done[-1] == ("a", SLICE + 1)
