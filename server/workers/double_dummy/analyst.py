"""The analyst: boards go to worker processes, and each answer is kept for whoever asks again."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, TypeVar, cast

from protocol.v1.bridge import SEATS, Contract, Seat, Vulnerability
from protocol.words import counted
from server.errors import AnalysisError, Busy, NotAnalysable, TooLong
from server.games.bridge.scoring import dealer_of, vulnerability_of
from server.records.bridge.record import BoardRecord, DoubleDummy, Hands, deal_fault
from server.records.bridge.validate import judge
from server.workers.double_dummy.analysis import Analysis, CardValues, Par
from server.workers.double_dummy.solver import Solved, solve_deal, solve_play, told
from server.workers.process import Failed, Lost, Worker

log = logging.getLogger("kibitz.analysis")

Answer = TypeVar("Answer")


class Analyst:
    """Analyses boards that are over, in `processes` of its own that start when they are first needed.

    A board that takes longer than `limit_s` is given up, and so is one that nobody waits for any more; one
    that ends its process is tried once more. At most `waiting` boards are in work or wait for it, and `kept`
    answers are remembered. Every question raises an AnalysisError, whose text is for the person who asked.
    What is asked about a live board gives its cards away: to ask about none is for the caller to see to.
    """

    def __init__(
        self, processes: int = 1, limit_s: float = 30.0, *, waiting: int = 64, kept: int = 1000
    ) -> None:
        self.processes = processes
        self.waiting = waiting
        self._limit_s = limit_s
        self._kept = kept
        self._workers = [Worker("server.workers.double_dummy.solver") for _ in range(processes)]
        self._idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()  # the last to work has started already
        for worker in self._workers:
            self._idle.put_nowait(worker)
        self._known: OrderedDict[Hashable, Any] = OrderedDict()
        self._jobs: dict[Hashable, _Job] = {}

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes that have started."""
        return tuple(worker.pid for worker in self._workers if worker.pid is not None)

    async def table(self, hands: Hands) -> DoubleDummy:
        """The 20 results of a full deal."""
        return (await self._solved(hands)).double_dummy

    async def par(self, hands: Hands, dealer: Seat, vulnerable: Vulnerability) -> Par:
        """What both sides get when neither can do better."""
        return (await self._solved(hands)).pars[dealer, vulnerable]

    async def plays(self, record: BoardRecord) -> tuple[CardValues, ...]:
        """The worth of every card that could be played, in declarer's tricks on the whole board.

        A claim or a result that is known has one place more than the record has cards: what was claimed from.
        A board passed out has none. Raises NotAnalysable for a play that is not over, or breaks the rules.
        """
        judged = judge(record)
        state = judged.state
        every_card_kept_the_rules = record.cards and len(state.plays) == len(record.cards)
        if any(note.irregularity for note in record.card_notes):
            raise NotAnalysable("expected a play by the Laws, got one with a revoke or a lead out of turn")
        if state.deal is None or (judged.fault and not every_card_kept_the_rules):
            raise NotAnalysable(judged.fault)
        if state.phase != "over" and judged.tricks is None and not (record.claimed or judged.fault):
            raise NotAnalysable(
                f"expected a board that is over, got {counted(len(record.cards), 'card')} and no result"
            )
        if state.contract is None:
            return ()
        return await self._play(state.deal.hands, state.contract, record)

    async def analysis(self, record: BoardRecord) -> Analysis:
        """The 20 results, par, and the worth of the cards where `plays` would tell it."""
        solved = await self._solved(record.hands)
        try:
            cards = await self.plays(record)
        except NotAnalysable:
            cards = ()
        return Analysis(solved.double_dummy, _par(record, solved), cards)

    async def stop(self) -> None:
        """Answer no more; whoever still waits is cancelled."""
        jobs, self._jobs = self._jobs, {}
        for job in jobs.values():
            job.work.cancel()
        await asyncio.gather(*(job.work for job in jobs.values()), return_exceptions=True)
        for worker in self._workers:
            await worker.end()

    async def _solved(self, hands: Hands) -> Solved:
        fault = deal_fault(dict(zip(SEATS, hands, strict=True)))
        if fault is not None:
            raise NotAnalysable(f"expected {fault[1]}, got {fault[2]}")
        return await self._ask(_dealt(hands), partial(solve_deal, hands))

    async def _play(self, hands: Hands, contract: Contract, record: BoardRecord) -> tuple[CardValues, ...]:
        key = (_dealt(hands), contract.strain, contract.declarer, record.cards)
        return await self._ask(key, partial(solve_play, hands, contract, record.cards))

    async def _ask(self, key: Hashable, question: Callable[[], Answer]) -> Answer:
        """The answer that is remembered, or that somebody waits for already, or that comes from a worker."""
        if key in self._known:
            self._known.move_to_end(key)
            return cast(Answer, self._known[key])
        job = self._jobs.get(key) or self._begin(key, question)
        job.waiters += 1
        try:
            return cast(Answer, await asyncio.shield(job.work))
        finally:
            job.waiters -= 1
            if not job.waiters:
                self._forget(key, job)

    def _begin(self, key: Hashable, question: Callable[[], Answer]) -> _Job:
        if len(self._jobs) >= self.waiting:
            raise Busy(
                f"expected at most {counted(self.waiting, 'board')} to wait for analysis; try again later"
            )
        job = self._jobs[key] = _Job(asyncio.create_task(self._work(key, question)))
        return job

    def _forget(self, key: Hashable, job: _Job) -> None:
        job.work.cancel()
        if self._jobs.get(key) is job:
            del self._jobs[key]

    async def _work(self, key: Hashable, question: Callable[[], Answer]) -> Answer:
        worker = await self._idle.get()
        try:
            answer = await self._asked(worker, question)
        finally:
            self._idle.put_nowait(worker)
        self._known[key] = answer
        if len(self._known) > self._kept:
            self._known.popitem(last=False)
        return answer

    async def _asked(self, worker: Worker, question: Callable[[], Answer], again: bool = True) -> Answer:
        try:
            answer = await worker.ask(partial(told, question), self._limit_s)
        except TimeoutError:
            log.warning("a board took the solver more than %g s", self._limit_s)
            raise TooLong(f"the analysis of this board was given up after {self._limit_s:g} s") from None
        except Failed as error:
            raise AnalysisError(f"the solver failed over this board: {error}") from None
        except Lost as error:
            log.error("a board ended the solver's process: %s", error)
            if again:
                return await self._asked(worker, question, again=False)
            raise AnalysisError(f"the solver ended over this board, twice: {error}") from None
        if isinstance(answer, AnalysisError):
            raise answer
        return cast(Answer, answer)


class _Job:
    """A question that is being worked on, and how many wait for it."""

    def __init__(self, work: asyncio.Task[Any]) -> None:
        self.work = work
        self.waiters = 0


def _dealt(hands: Hands) -> Hashable:
    return tuple(frozenset(hand) for hand in hands)


def _par(record: BoardRecord, solved: Solved) -> Par | None:
    """Par for the dealer and vulnerability of the record, or of its number (Law 2)."""
    dealer, vulnerable = record.dealer, record.vulnerable
    if record.number is not None:
        dealer = dealer_of(record.number) if dealer is None else dealer
        vulnerable = vulnerability_of(record.number) if vulnerable is None else vulnerable
    if dealer is None or vulnerable is None:
        return None
    return solved.pars[dealer, vulnerable]
