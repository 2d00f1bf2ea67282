"""Many boards analysed one beside the other, in their order."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterable

from server.errors import AnalysisError
from server.records.bridge.record import BoardRecord
from server.workers.double_dummy.analysis import Analysis
from server.workers.double_dummy.analyst import Analyst

_AHEAD = 8
"""So many boards a process are begun, so that a hard one does not leave the other processes idle."""


async def analysed(
    records: Iterable[BoardRecord],
    analyst: Analyst,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> AsyncGenerator[tuple[BoardRecord, Analysis | AnalysisError], None]:
    """Each board, in its order, with its analysis or the reason why there is none.

    `progress` is told how many are done, of how many, in whatever order they come to an end. Close what this
    returns (`contextlib.aclosing`) when not all of it is taken: boards that are begun are given up then.
    """
    todo = deque(records)
    done, total = 0, len(todo)
    begun: deque[tuple[BoardRecord, asyncio.Task[Analysis | AnalysisError]]] = deque()

    async def analyse(record: BoardRecord) -> Analysis | AnalysisError:
        nonlocal done
        answer = await _answer(record, analyst)
        done += 1
        progress(done, total)
        return answer

    try:
        while todo or begun:
            while todo and len(begun) < max(1, min(_AHEAD * analyst.processes, analyst.waiting)):
                record = todo.popleft()
                begun.append((record, asyncio.create_task(analyse(record))))
            record, answer = begun[0]
            yield record, await answer
            begun.popleft()
    finally:
        for _, answer in begun:
            answer.cancel()


async def _answer(record: BoardRecord, analyst: Analyst) -> Analysis | AnalysisError:
    try:
        return await analyst.analysis(record)
    except AnalysisError as error:
        return error
