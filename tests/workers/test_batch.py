"""Analysis of whole files: results in order, with errors in place of missing results."""

from __future__ import annotations

from contextlib import aclosing
from itertools import permutations

import psutil
import pytest

from server.errors import NotAnalysable
from server.records.bridge.double_dummy.analysis import Analysis
from server.workers.batch import analyse_all
from tests.records.bridge.double_dummy.boards import ANALYSING, HARD, BoardAnalyst, board, played, whole_suits

pytest.importorskip("endplay", reason="endplay is not installed")
DEALS = [whole_suits("".join(order)) for order in permutations("SHDC")]


async def test_boards_are_analysed_in_their_order_and_faults_keep_their_place() -> None:
    records = [board(hands=hands, number=place) for place, hands in enumerate(DEALS, 1)]
    records[5] = board(hands=((), (), (), ()), number=6)
    records[7] = board(cards=played(52), number=8)
    told = []
    analyst = BoardAnalyst(2, waiting=3)
    try:
        answers = [
            each
            async for each in analyse_all(
                ANALYSING, records, analyst, lambda done, total: told.append((done, total))
            )
        ]
    finally:
        await analyst.stop()
    assert [record for record, _ in answers] == records
    assert isinstance(answers[5][1], NotAnalysable)
    cards = [len(answer.cards) for _, answer in answers if isinstance(answer, Analysis)]
    assert cards == [0] * 6 + [52] + [0] * 16
    assert told == [(done, 24) for done in range(1, 25)]


async def test_started_boards_are_cancelled_when_the_generator_closes() -> None:
    analyst = BoardAnalyst()
    try:
        async with aclosing(analyse_all(ANALYSING, [board(), board(hands=HARD)], analyst)) as answers:
            await anext(answers)
            assert analyst.pids
        assert await analyst.table(whole_suits("CDHS"))
    finally:
        processes = analyst.pids
        await analyst.stop()
    assert not any(map(psutil.pid_exists, processes))
