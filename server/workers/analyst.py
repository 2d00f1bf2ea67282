"""Analysis of records in worker processes, with a cache of results."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Hashable
from typing import Any

from protocol.words import with_count
from server.errors import AnalysisError, Busy, TooLong
from server.records.base import Analysing, Question
from server.workers.process import Failed, Lost, Worker

log = logging.getLogger("kibitz.analysis")

MODULE = "server.records.base"
"""The module that each worker process imports at its start, before it needs the modules of single games."""


class Analyst:
    """A service that analyses finished deals in `processes` worker processes, which start when first needed.

    The analysis of a deal stops after `limit_s` seconds, or when all callers that wait for it are cancelled.
    An analysis that crashes its worker process is tried once more. At most `waiting` questions for the solver
    are unanswered at a time, and at most `kept` answers are cached. The text of an AnalysisError reveals
    nothing secret and may be sent to clients. The analysis of a live deal would reveal hidden cards, so only
    finished deals may be analysed.
    """

    def __init__(
        self, processes: int = 1, limit_s: float = 30.0, *, waiting: int = 64, kept: int = 1000
    ) -> None:
        self.processes = processes
        self.waiting = waiting
        self._limit_s = limit_s
        self._kept = kept
        self._workers = [Worker(MODULE) for _ in range(processes)]
        # Take the worker that was used last, because its process is already running.
        self._idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        for worker in self._workers:
            self._idle.put_nowait(worker)
        self._known: OrderedDict[Hashable, Any] = OrderedDict()
        self._jobs: dict[Hashable, _Job] = {}

    @property
    def pids(self) -> tuple[int, ...]:
        """Return the process ids of the worker processes that are running."""
        return tuple(worker.pid for worker in self._workers if worker.pid is not None)

    async def analysis(self, analysing: Analysing[Any], record: Any) -> Any:
        """Return the analysis of a recorded deal. Raises AnalysisError if the record cannot be analysed."""
        answers = [await self.answer(analysing, each) for each in analysing.questions(record)]
        return analysing.analysis(record, answers)

    async def stop(self) -> None:
        """Stop all worker processes, and cancel all callers that wait for the answer to a question."""
        jobs, self._jobs = self._jobs, {}
        for job in jobs.values():
            job.work.cancel()
        await asyncio.gather(*(job.work for job in jobs.values()), return_exceptions=True)
        for worker in self._workers:
            await worker.end()

    async def answer(self, analysing: Analysing[Any], question: Question) -> Any:
        """Return the answer to a question about a deal, which may be cached or already being computed.

        Raises AnalysisError if the solver cannot answer the question.
        """
        key = (type(analysing), question.key)
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        job = self._jobs.get(key) or self._begin(key, analysing.noun, question)
        job.waiters += 1
        try:
            return await asyncio.shield(job.work)
        finally:
            job.waiters -= 1
            if not job.waiters:
                self._forget(key, job)

    def _begin(self, key: Hashable, noun: str, question: Question) -> _Job:
        if len(self._jobs) >= self.waiting:
            raise Busy(
                f"{with_count(self.waiting, noun)} already queued for analysis, the maximum: try again later"
            )
        job = self._jobs[key] = _Job(asyncio.create_task(self._work(key, noun, question)))
        return job

    def _forget(self, key: Hashable, job: _Job) -> None:
        job.work.cancel()
        if self._jobs.get(key) is job:
            del self._jobs[key]

    async def _work(self, key: Hashable, noun: str, question: Question) -> Any:
        worker = await self._idle.get()
        try:
            answer = await self._asked(worker, noun, question)
        finally:
            self._idle.put_nowait(worker)
        self._known[key] = answer
        if len(self._known) > self._kept:
            self._known.popitem(last=False)
        return answer

    async def _asked(self, worker: Worker, noun: str, question: Question, again: bool = True) -> Any:
        try:
            answer = await worker.ask(question.ask, self._limit_s)
        except TimeoutError:
            log.warning("the analysis of a %s took more than %g s", noun, self._limit_s)
            raise TooLong(f"the analysis of this {noun} was stopped after {self._limit_s:g} s") from None
        except Failed as error:
            raise AnalysisError(f"the analysis of this {noun} failed: {error}") from None
        except Lost as error:
            log.error("the analysis of a %s crashed its process: %s", noun, error)
            if again:
                return await self._asked(worker, noun, question, again=False)
            raise AnalysisError(f"the analysis of this {noun} crashed twice: {error}") from None
        if isinstance(answer, AnalysisError):
            raise answer
        return answer


class _Job:
    """A question about a deal without an answer yet, and the number of callers that wait for the answer."""

    def __init__(self, work: asyncio.Task[Any]) -> None:
        self.work = work
        self.waiters = 0
