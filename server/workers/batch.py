"""The analysis of many recorded deals in parallel, with the results in the order of the records."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterable
from typing import Any

from server.errors import AnalysisError
from server.records.base import Analysing, R
from server.workers.analyst import Analyst

_AHEAD = 8
"""The number of records given to each worker process, so that a slow record leaves no process idle."""


async def analyse_all(
    analysing: Analysing[R],
    records: Iterable[R],
    analyst: Analyst,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> AsyncGenerator[tuple[R, Any], None]:
    """Yield each record in order, with its analysis or with the AnalysisError that explains why it has none.

    `progress` is called with the number of analysed records and the number of all records. A caller that does
    not take the analyses of all records must close the generator (`contextlib.aclosing`), which cancels the
    running analyses.
    """
    todo = deque(records)
    done, total = 0, len(todo)
    begun: deque[tuple[R, asyncio.Task[Any]]] = deque()

    async def analyse(record: R) -> Any:
        nonlocal done
        answer = await _answer(analysing, record, analyst)
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


async def _answer(analysing: Analysing[R], record: R, analyst: Analyst) -> Any:
    try:
        return await analyst.analysis(analysing, record)
    except AnalysisError as error:
        return error
