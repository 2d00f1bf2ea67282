"""Work on the many watchers of one table, done in slices with the loop free in between."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

T = TypeVar("T")

SLICE = 100
"""How many watchers are written to before the loop may do something else."""
AT_ONCE = 500
"""How many are written to in one turn by messages that follow each other at a table of few watchers."""


class Batch(Generic[T]):
    """One piece of work that is done for each of many, in their order; `take` takes one of them out of it."""

    __slots__ = ("_rest", "_waiting", "work")

    def __init__(self, work: Callable[[T], None], to: Iterable[T]) -> None:
        self.work = work
        self._rest = deque(to)
        self._waiting: set[T] | None = None

    @property
    def done(self) -> bool:
        return not self._rest

    def take(self, one: T) -> bool:
        """Do the work for this one no more; whether it was still to be done."""
        if self._waiting is None:
            self._waiting = set(self._rest)
        waits = one in self._waiting
        self._waiting.discard(one)
        return waits

    def step(self) -> None:
        """Do the work for the next one, if it has not been taken out."""
        one = self._rest.popleft()
        if self._waiting is None:
            self.work(one)
        elif one in self._waiting:
            self._waiting.discard(one)
            self.work(one)


class Slices:
    """Does the work of one table on its watchers, for at most `SLICE` of them in one turn of the loop.

    What was asked for first is done first, for every watcher. Where nothing waits it is begun at once.
    `later` runs a callback in a later turn of the loop.
    """

    def __init__(self, later: Callable[[Callable[[], None]], None]) -> None:
        self._later = later
        self._batches: deque[Batch[Any]] = deque()
        self._left = AT_ONCE
        self._awaited = self._working = False

    def each(self, work: Callable[[T], None], to: Sequence[T], *, beside: int = 0) -> Batch[T]:
        """Do `work` for each of these, after all that was asked for before.

        `beside`: so many others, players, were written to in this turn, which leaves the less for watchers.
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
        """Do what waits, for at most so many watchers; work that asks for more only adds to it."""
        self._working = True
        try:
            while self._batches and most > 0:
                most, self._left = most - 1, self._left - 1
                batch = self._batches[0]
                try:
                    batch.step()
                finally:
                    if batch.done:
                        self._batches.popleft()
        finally:
            self._working = False

    def _await_turn(self) -> None:
        if not self._awaited:
            self._awaited = True
            self._later(self._next_turn)

    def _next_turn(self) -> None:
        """Do another slice of what waits."""
        self._awaited = False
        try:
            self._go_on(SLICE)
        finally:
            self._left = AT_ONCE
            if self._batches:
                self._await_turn()
