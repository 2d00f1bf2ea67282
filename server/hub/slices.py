"""Work on the many watchers of one table, done in slices so that the event loop stays responsive."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

T = TypeVar("T")

SLICE = 100
"""The number of watchers that are written to in one turn of the event loop."""
AT_ONCE = 500
"""The number of watchers that may be served at once, without waiting, in one turn of the event loop."""


class Batch(Generic[T]):
    """Some work that must be done for each of many items, such as watchers, one item after the other."""

    __slots__ = ("_rest", "_waiting", "work")

    def __init__(self, work: Callable[[T], None], to: Iterable[T]) -> None:
        self.work = work
        self._rest = deque(to)
        self._waiting: set[T] | None = None

    @property
    def done(self) -> bool:
        return not self._rest

    def take(self, one: T) -> bool:
        """Remove the item `one`, and return True if the work for it had not been done yet."""
        if self._waiting is None:
            self._waiting = set(self._rest)
        waits = one in self._waiting
        self._waiting.discard(one)
        return waits

    @property
    def left(self) -> int:
        """Return the number of items that are still in the batch, including removed items."""
        return len(self._rest)

    def run(self, most: int) -> None:
        """Do the work for the next `most` items, except those that were removed."""
        rest, work = self._rest, self.work
        for _ in range(min(most, len(rest))):
            one = rest.popleft()
            if self._waiting is None:
                work(one)
            elif one in self._waiting:
                self._waiting.discard(one)
                work(one)


class Slices:
    """The queue of one table's work on its watchers, with at most `SLICE` watchers in one turn of the loop.

    For each watcher, work is done in the order of the calls of `each`. If no earlier work for watchers is
    waiting, new work starts at once. `later` runs a callback in a later turn of the loop.
    """

    def __init__(self, later: Callable[[Callable[[], None]], None]) -> None:
        self._later = later
        self._batches: deque[Batch[Any]] = deque()
        self._left = AT_ONCE
        self._awaited = self._working = False

    def each(self, work: Callable[[T], None], to: Sequence[T], *, beside: int = 0) -> Batch[T]:
        """Do `work` for each watcher in `to`, after all work that is already queued.

        `beside` is the number of players to which frames were already written in this turn of the event loop;
        the first slice of watchers is smaller by this number.
        """
        batch = Batch(work, to)
        if to:
            waiting = bool(self._batches)
            self._batches.append(batch)
            try:
                if not waiting and not self._working:
                    self._go_on(min(SLICE - beside, self._left))
            finally:
                self._await_turn()
        return batch

    def _go_on(self, most: int) -> None:
        """Do waiting work for at most `most` watchers.

        Work that is queued during this call waits for a later turn of the event loop.
        """
        self._working = True
        try:
            while self._batches and most > 0:
                batch = self._batches[0]
                left = batch.left
                try:
                    batch.run(most)
                finally:
                    worked = left - batch.left
                    most, self._left = most - worked, self._left - worked
                    if batch.done:
                        self._batches.popleft()
        finally:
            self._working = False

    def _await_turn(self) -> None:
        if not self._awaited:
            self._awaited = True
            self._later(self._next_turn)

    def _next_turn(self) -> None:
        """Do the waiting work for the next `SLICE` watchers."""
        self._awaited = False
        try:
            self._go_on(SLICE)
        finally:
            self._left = AT_ONCE
            if self._batches:
                self._await_turn()
