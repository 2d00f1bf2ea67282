"""The process that searches: it answers, is told when its time is up, and is killed when it hangs."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import psutil
import pytest

import server.thinker
from server.games.base import Expired, Search
from server.thinker import Thinker


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
    """Its process comes last on a busy machine: nobody is in a hurry."""
    monkeypatch.setattr(server.thinker, "HANG_S", 30.0)
    thinker = Thinker()
    yield thinker
    await thinker.stop()


async def ask(thinker: Thinker, search: Search) -> Any:
    """What a search finds."""
    answer: asyncio.Future[object] = asyncio.get_running_loop().create_future()
    thinker.think(search, answer.set_result)
    return await answer


async def test_a_search_runs_in_another_process_and_the_next_one_in_the_same(thinker: Thinker) -> None:
    first = await ask(thinker, where)
    assert first != os.getpid() and await ask(thinker, where) == first


async def test_searches_are_answered_in_their_order(thinker: Thinker) -> None:
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
        hurry.setattr(server.thinker, "HANG_S", 1.0)
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
