"""The processes of searches: they answer, stop searches in time, and are killed if they hang."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest

import server.workers.thinker
from server.games.base import Expired, Search
from server.workers.thinker import WAITING, WAITING_AT_TABLE, Thinker, usual_processes


def where(expired: Expired) -> int:
    return os.getpid()


def loud(expired: Expired) -> str:
    print("what a search prints goes nowhere")
    os.system("echo nor what its children print")
    return "found"


def until_expired(expired: Expired) -> bool:
    while not expired():
        pass
    return True


def broken(card: str, expired: Expired) -> None:
    raise ValueError(f"the hand was {card}")


def hang(expired: Expired) -> None:
    time.sleep(600)


def unspeakable(expired: Expired) -> object:
    return lambda: None


@pytest.fixture
async def thinker(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Thinker]:
    """Yield a thinker with a long time limit, because its low-priority process is slow on a busy machine."""
    monkeypatch.setattr(server.workers.thinker, "HANG_S", 30.0)
    thinker = Thinker()
    yield thinker
    await thinker.stop()


async def ask(thinker: Thinker, search: Search) -> Any:
    """Return the result of a search."""
    answer: asyncio.Future[object] = asyncio.get_running_loop().create_future()
    thinker.think(search, answer.set_result)
    return await answer


async def test_a_search_runs_in_another_process_and_the_next_one_in_the_same(thinker: Thinker) -> None:
    first = await ask(thinker, where)
    assert first != os.getpid() and await ask(thinker, where) == first


async def test_searches_are_answered_in_order(thinker: Thinker) -> None:
    answers: list[object] = []
    for search in (until_expired, loud, partial(broken, "SA")):
        thinker.think(search, answers.append)
    await ask(thinker, where)
    assert answers == [True, "found", None]


async def test_a_search_that_was_called_off_tells_nothing(thinker: Thinker) -> None:
    answers: list[object] = []
    for _ in range(2):
        thinker.think(loud, answers.append)()
    await ask(thinker, where)
    assert answers == []


async def test_a_search_that_breaks_finds_nothing_and_its_words_are_in_no_log(
    thinker: Thinker, caplog: Any
) -> None:
    assert await ask(thinker, partial(broken, "SA")) is None
    assert "ValueError" in caplog.text and "SA" not in caplog.text
    assert await ask(thinker, loud) == "found"


@pytest.mark.parametrize("search", [hang, unspeakable])
async def test_a_search_that_hangs_or_kills_its_process_finds_nothing_and_the_next_has_another_process(
    thinker: Thinker, search: Search, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await ask(thinker, where)
    with monkeypatch.context() as hurry:
        hurry.setattr(server.workers.thinker, "HANG_S", 1.0)
        assert await ask(thinker, search) is None
    assert not psutil.pid_exists(first)
    assert await ask(thinker, where) != first


async def test_what_cannot_be_handed_on_finds_nothing(thinker: Thinker) -> None:
    assert await ask(thinker, lambda expired: True) is None
    assert await ask(thinker, loud) == "found"


async def test_a_process_that_was_killed_is_started_again(thinker: Thinker) -> None:
    psutil.Process(await ask(thinker, where)).kill()
    assert await ask(thinker, loud) in (None, "found")
    assert await ask(thinker, loud) == "found"


async def test_when_the_thinker_stops_its_process_is_gone() -> None:
    thinker = Thinker()
    process = await ask(thinker, where)
    thinker.think(hang, lambda answer: None)
    await asyncio.sleep(0)
    await thinker.stop()
    assert not psutil.pid_exists(process)


LONG_S = 60.0
"""A robot's time for an answer on a machine that may be busy."""


def echo(word: str) -> str:
    return word


def broken_question(card: str) -> None:
    raise ValueError(f"the hand was {card}")


def sleepy() -> str:
    time.sleep(0.3)
    return "slept"


async def keep_busy(thinker: Thinker) -> asyncio.Task[str | None]:
    """Occupy the process, so that all later requests wait."""
    busy = asyncio.create_task(thinker.answer_question("busy", LONG_S, sleepy))
    while thinker.waiting or not thinker.pids:
        await asyncio.sleep(0.001)
    return busy


async def test_a_robots_question_is_answered_by_the_process_that_searches(thinker: Thinker) -> None:
    process = await thinker.answer_question("t1", LONG_S, os.getpid)
    assert (process,) == thinker.pids == (await ask(thinker, where),) != (os.getpid(),)


async def test_a_failing_question_returns_none_and_its_text_is_not_logged(
    thinker: Thinker, caplog: Any
) -> None:
    assert await thinker.answer_question("t1", LONG_S, partial(broken_question, "SA")) is None
    assert "ValueError" in caplog.text and "SA" not in caplog.text
    assert await thinker.answer_question("t1", LONG_S, partial(echo, "next")) == "next"


async def test_the_queue_of_one_table_is_limited(thinker: Thinker) -> None:
    busy = await keep_busy(thinker)
    questions = [
        asyncio.create_task(thinker.answer_question("t1", LONG_S, partial(echo, str(number))))
        for number in range(WAITING_AT_TABLE + 2)
    ]
    await asyncio.sleep(0)
    assert thinker.waiting == WAITING_AT_TABLE
    answers = await asyncio.gather(*questions)
    assert answers == [*map(str, range(WAITING_AT_TABLE)), None, None]
    assert await busy == "slept"


async def test_the_queue_of_all_tables_is_limited(
    thinker: Thinker,
) -> None:
    busy = await keep_busy(thinker)
    questions = [
        asyncio.create_task(thinker.answer_question(f"t{number}", LONG_S, partial(echo, str(number))))
        for number in range(WAITING)
    ]
    await asyncio.sleep(0)
    assert thinker.waiting == WAITING
    assert await thinker.answer_question("late", LONG_S, partial(echo, "late")) is None
    assert await ask(thinker, where) is None
    assert not busy.done() and thinker.waiting == WAITING
    assert await asyncio.gather(*questions) == [str(number) for number in range(WAITING)]


async def test_tables_take_turns_however_much_one_of_them_asks(thinker: Thinker) -> None:
    busy = await keep_busy(thinker)
    order: list[str] = []

    async def ask_at(table: str, word: str) -> None:
        order.append(await thinker.answer_question(table, LONG_S, partial(echo, word)) or "nothing")

    asked = [("greedy", f"greedy {number}") for number in range(3)] + [("modest", "modest")]
    tasks = [asyncio.create_task(ask_at(*each)) for each in asked]
    await asyncio.sleep(0)
    thinker.think(where, lambda answer: order.append("a search"))
    await asyncio.gather(*tasks, busy)
    assert order == ["greedy 0", "modest", "a search", "greedy 1", "greedy 2"]


async def test_an_expired_or_cancelled_question_leaves_the_queue(thinker: Thinker) -> None:
    busy = await keep_busy(thinker)
    assert await thinker.answer_question("t1", 0.0, partial(echo, "too late")) is None
    assert thinker.waiting == 0
    left = asyncio.create_task(thinker.answer_question("t1", LONG_S, partial(echo, "left")))
    await asyncio.sleep(0)
    assert thinker.waiting == 1
    left.cancel()
    await asyncio.wait([left])
    assert thinker.waiting == 0 and await busy == "slept"


async def test_a_process_that_is_warmed_up_is_there_before_the_first_question(thinker: Thinker) -> None:
    thinker.warm_up()
    thinker.warm_up()
    assert thinker.waiting <= 1
    while thinker.waiting or not thinker.pids:
        await asyncio.sleep(0.001)
    assert (await thinker.answer_question("t1", LONG_S, os.getpid),) == thinker.pids


async def met(folder: Path, name: str) -> bool:
    """Return True if two questions that call `meet` run at the same time."""
    thinker = Thinker(2)
    try:
        questions = [thinker.answer_question(name, LONG_S, partial(meet, folder, each)) for each in (0, 1)]
        return await asyncio.gather(*questions) == [True, True]
    finally:
        await thinker.stop()


def meet(folder: Path, number: int) -> bool:
    """Return True when the other of two questions has been called, too."""
    (folder / str(number)).touch()
    end_s = time.monotonic() + LONG_S / 2
    while time.monotonic() < end_s:
        if (folder / str(1 - number)).exists():
            return True
        time.sleep(0.01)
    return False


async def test_several_processes_answer_at_the_same_time(tmp_path: Path) -> None:
    assert await met(tmp_path, "one table")


async def test_a_second_process_starts_only_when_the_first_is_busy() -> None:
    thinker = Thinker(2)
    try:
        first = await thinker.answer_question("t1", LONG_S, os.getpid)
        assert await thinker.answer_question("t2", LONG_S, os.getpid) == first
        assert thinker.pids == (first,)
        busy = asyncio.create_task(thinker.answer_question("busy", LONG_S, sleepy))
        while not thinker.load():
            await asyncio.sleep(0.001)
        assert await thinker.answer_question("t2", LONG_S, os.getpid) != first
        assert len(thinker.pids) == 2 and await busy == "slept"
    finally:
        await thinker.stop()
    assert not thinker.pids


async def test_the_load_is_the_number_of_unfinished_requests_for_each_process() -> None:
    thinker = Thinker(2)
    try:
        assert thinker.load() == 0.0
        questions = [
            asyncio.create_task(thinker.answer_question(f"t{number}", LONG_S, sleepy)) for number in range(3)
        ]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert (thinker.waiting, thinker.load()) == (1, 1.5)
        assert await asyncio.gather(*questions) == ["slept"] * 3
        while thinker.load():
            await asyncio.sleep(0.001)
    finally:
        await thinker.stop()


def test_a_machine_keeps_one_core_for_the_server_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, processes in ((1, 1), (2, 1), (8, 7)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda pid, cores=cores: set(range(cores)))
        assert usual_processes() == processes
