"""Functions that run a robot's long computations outside the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Think(Protocol):
    """A function that runs a robot's long computations.

    The runner sets the function as the attribute `think` of a robot. `await think(question)` returns the
    result of `question()`. For a house robot the computation runs in another process, so `question` must be
    picklable: a function of a module, or a `functools.partial` of such a function with plain values. The
    computations of all house robots of a server share one bounded queue. The result is None if the queue of
    computations was full, or if a house robot's computation took too long or raised an error.
    """

    def __call__(self, question: Callable[[], T], /) -> Awaitable[T | None]: ...


async def in_a_thread(question: Callable[[], T], /) -> T | None:
    """Run the computation `question` in a thread of this process.

    Robots that play over a websocket run their long computations in this way.
    """
    return await asyncio.to_thread(question)


def no_load() -> float:
    """Return 0: a robot that plays over a websocket thinks on a machine of its own."""
    return 0.0
