"""Where robots work out what takes long: beside the event loop, which serves others meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Think(Protocol):
    """The place where a robot's long computations run; the runner gives it to the robot as `bot.think`.

    `await think(question)` returns what `question()` returns, or None where it was not worked out: there was
    no room or no time for it, or it raised an error. A question may run in another process, so that it has to
    be something that can be pickled: a function of a module, or a `functools.partial` of one, with plain
    values. A house robot's questions wait in a bounded queue behind those of other tables.
    """

    def __call__(self, question: Callable[[], T], /) -> Awaitable[T | None]: ...


async def in_a_thread(question: Callable[[], T], /) -> T | None:
    """Work a question out in a thread of this process, as robots that play over a websocket do."""
    return await asyncio.to_thread(question)
