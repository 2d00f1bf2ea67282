"""The tasks of a part of the server: when the part has stopped, none of them runs or begins."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from server.tasks import Tasks


async def test_a_part_has_stopped_when_its_tasks_have_cleaned_up() -> None:
    tasks, done = Tasks(), []

    async def work(name: str) -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            for _ in range(10):
                await asyncio.sleep(0)
            done.append(name)

    tasks.run(work("one"))
    tasks.run(work("other"))
    await asyncio.sleep(0)
    await tasks.stop()
    assert sorted(done) == ["one", "other"]


async def test_a_task_that_comes_after_the_stop_does_not_begin() -> None:
    tasks, begun = Tasks(), []

    async def work() -> None:
        begun.append(True)

    await tasks.stop()
    (ended,) = await asyncio.gather(tasks.run(work()), return_exceptions=True)
    assert isinstance(ended, asyncio.CancelledError) and not begun


async def test_a_task_gives_its_result_and_is_forgotten() -> None:
    tasks = Tasks()

    async def work() -> int:
        return 7

    assert await tasks.run(work()) == 7
    await asyncio.sleep(0)
    begun = asyncio.get_running_loop().time()
    await tasks.stop()
    assert asyncio.get_running_loop().time() == pytest.approx(begun, abs=0.1)


async def test_a_task_that_loses_its_cancellation_is_cancelled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.tasks.AGAIN_S", 0.01)
    tasks, ended = Tasks(), []

    async def work() -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(3600)
        try:
            await asyncio.sleep(3600)
        finally:
            ended.append(True)

    tasks.run(work())
    await asyncio.sleep(0)
    await tasks.stop()
    assert ended == [True]


async def test_a_task_that_never_ends_does_not_keep_the_server_and_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("server.tasks.AGAIN_S", 0.01)
    monkeypatch.setattr("server.tasks.LIMIT_S", 0.05)
    tasks, free = Tasks(), asyncio.Event()

    async def work() -> None:
        while not free.is_set():
            with contextlib.suppress(asyncio.CancelledError):
                await free.wait()

    endless = tasks.run(work())
    await asyncio.sleep(0)
    await tasks.stop()
    assert "this task runs on" in caplog.text
    free.set()
    await endless
