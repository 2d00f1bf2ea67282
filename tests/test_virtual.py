"""The virtual clock of the tests: it stands still while threads are at work."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

from tests.virtual import VirtualLoop


def test_a_loop_that_ends_waits_for_its_threads_and_no_virtual_time_passes() -> None:
    async def leave_a_thread_at_work() -> float:
        executor = ThreadPoolExecutor()
        asyncio.get_running_loop().set_default_executor(executor)
        executor.submit(lambda: (time.sleep(0.1), done.append("the thread")))
        return asyncio.get_running_loop().time()

    done: list[str] = []
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        loop = runner.get_loop()
        began_s = runner.run(leave_a_thread_at_work())
    assert done == ["the thread"]
    assert loop.time() == began_s
