"""A worker process, which keeps answering after any question."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator
from functools import partial

import psutil
import pytest

from server.workers.process import Failed, Lost, Worker

LONG_S = 60.0


@pytest.fixture
async def worker() -> AsyncIterator[Worker]:
    worker = Worker("tests.workers.test_process")
    yield worker
    await worker.end()


def broken(card: str) -> None:
    raise ValueError(f"the hand was {card}")


async def test_one_process_answers_all_questions_of_its_module(worker: Worker) -> None:
    assert worker.pid is None
    first = await worker.ask(os.getpid, LONG_S)
    assert first == worker.pid != os.getpid()
    assert await worker.ask(partial(max, 3, 5), LONG_S) == 5
    assert await worker.ask(os.getpid, LONG_S) == first


async def test_an_answer_of_any_size_comes_whole(worker: Worker) -> None:
    assert await worker.ask(partial(bytes, 10_000_000), LONG_S) == bytes(10_000_000)


async def test_only_the_type_of_an_error_is_reported(worker: Worker) -> None:
    with pytest.raises(Failed, match=r"^ValueError$"):
        await worker.ask(partial(broken, "SA"), LONG_S)
    assert await worker.ask(os.getpid, LONG_S) == worker.pid


async def test_a_question_that_takes_too_long_is_ended_with_its_process(worker: Worker) -> None:
    first = await worker.ask(os.getpid, LONG_S)
    with pytest.raises(TimeoutError):
        await worker.ask(partial(time.sleep, 600), 0.01)
    assert worker.pid is None and not psutil.pid_exists(first)
    assert await worker.ask(os.getpid, LONG_S) != first


async def test_a_question_that_ends_the_process_is_lost(worker: Worker) -> None:
    with pytest.raises(Lost):
        await worker.ask(partial(os._exit, 3), LONG_S)
    assert await worker.ask(os.getpid, LONG_S) == worker.pid


async def test_a_cancelled_question_ends_its_process(worker: Worker) -> None:
    first = await worker.ask(os.getpid, LONG_S)
    asked = asyncio.create_task(worker.ask(partial(time.sleep, 600), LONG_S))
    await asyncio.sleep(0.01)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert not psutil.pid_exists(first)


async def test_a_process_is_waited_for_by_the_next_end_where_the_first_was_cancelled(worker: Worker) -> None:
    first = await worker.ask(os.getpid, LONG_S)
    end = asyncio.create_task(worker.end())
    await asyncio.sleep(0)
    end.cancel()
    await worker.end()
    assert not psutil.pid_exists(first)


async def test_a_module_that_cannot_be_imported_answers_nothing() -> None:
    with pytest.raises(Lost):
        await Worker("tests.no_such_module").ask(os.getpid, LONG_S)
