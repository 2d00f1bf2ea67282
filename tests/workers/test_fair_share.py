"""Shared capacity: a source with many requests delays another source by one request at most."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from server.workers.fair_share import FairShare, Full
from tests.virtual import virtual


class Queue:
    """Requests for a share, and the order in which they were granted."""

    def __init__(self, share: FairShare) -> None:
        self.share = share
        self.granted: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}

    def ask(self, name: str, amount: int = 1) -> None:
        """Request an amount for the source (the first letter of the name), and hold it until its release."""
        self.tasks[name] = asyncio.create_task(self._hold(name, amount))

    async def _hold(self, name: str, amount: int) -> None:
        async with self.share.take(name[0], amount):
            self.granted.append(name)
            await asyncio.Event().wait()

    async def done(self, name: str) -> None:
        self.tasks[name].cancel()
        await settle()


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def share(capacity: int = 1, per_source: int | None = None, waiting: int = 99, of_one: int = 99) -> FairShare:
    return FairShare(capacity, per_source or capacity, waiting=waiting, waiting_per_source=of_one)


def queued(test: Callable[..., Any]) -> Callable[[], None]:
    """Run a test in virtual time."""
    return virtual(test)


@queued
async def test_sources_are_served_in_turn_and_each_in_its_order() -> None:
    queue = Queue(share())
    for name in ("a1", "a2", "a3", "b1", "c1", "b2"):
        queue.ask(name)
    await settle()
    served = []
    while len(served) < 6:
        served.append(queue.granted[-1])
        await queue.done(served[-1])
    assert served == ["a1", "a2", "b1", "c1", "a3", "b2"]


@queued
async def test_a_new_source_waits_for_at_most_one_request_of_each_other() -> None:
    queue = Queue(share())
    for number in range(20):
        queue.ask(f"a{number}")
    await settle()
    queue.ask("late")
    await settle()
    await queue.done("a0")
    await queue.done(queue.granted[-1])
    assert "late" in queue.granted[:3]


@queued
async def test_a_source_at_its_limit_does_not_block_others() -> None:
    queue = Queue(share(capacity=10, per_source=4))
    for name in ("a1", "a2", "a3", "b1"):
        queue.ask(name, 2)
    await settle()
    assert queue.granted == ["a1", "a2", "b1"]
    assert queue.share.free == 4
    await queue.done("a1")
    assert queue.granted[-1] == "a3"


@queued
async def test_a_large_request_is_not_passed_by_small_ones_for_ever() -> None:
    queue = Queue(share(capacity=4))
    queue.ask("a1", 2)
    queue.ask("b1", 4)
    queue.ask("c1", 1)
    await settle()
    assert queue.granted == ["a1"]
    await queue.done("a1")
    assert queue.granted == ["a1", "b1"]


@pytest.mark.parametrize(("waiting", "of_one"), [(3, 99), (99, 3)])
def test_only_so_many_wait(waiting: int, of_one: int) -> None:
    @virtual
    async def run() -> None:
        queue = Queue(share(waiting=waiting, of_one=of_one))
        for number in range(5):
            queue.ask(f"a{number}")
        await settle()
        with pytest.raises(Full):
            await queue.tasks["a4"]
        assert queue.share.waiting == 3
        queue.ask("b1")
        await settle()
        assert queue.tasks["b1"].done() == (waiting == 3)

    run()


@queued
async def test_a_request_that_is_taken_back_leaves_its_place_to_the_next() -> None:
    queue = Queue(share(capacity=2))
    queue.ask("a1", 1)
    queue.ask("b1", 2)
    queue.ask("c1", 1)
    await settle()
    await queue.done("b1")
    assert queue.granted == ["a1", "c1"]
    await queue.done("a1")
    await queue.done("c1")
    assert (queue.share.free, queue.share.waiting) == (2, 0)


@queued
async def test_capacity_granted_to_a_cancelled_request_is_returned() -> None:
    queue = Queue(share())
    queue.ask("a1")
    queue.ask("b1")
    await settle()
    queue.tasks["a1"].cancel()
    await asyncio.sleep(0)
    queue.tasks["b1"].cancel()
    await settle()
    assert (queue.share.free, queue.share.waiting) == (1, 0)
