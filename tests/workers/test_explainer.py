"""The meanings of calls from worker processes: kept, and computed once for all that wait for them."""

from __future__ import annotations

import asyncio
import json

import msgspec
import pytest

from bots.sampler_bot import SamplerBot
from protocol.v1.bridge import BridgePub, Call, Seat, Vulnerability
from server.deployment.installed_robots import explaining
from server.workers import explainer
from server.workers.explainer import Explainer, Question
from server.workers.thinker import Thinker

OPENED = BridgePub(
    board=1,
    dealer=Seat.NORTH,
    vulnerable=Vulnerability.NONE,
    phase="auction",
    calls={0: Call.ONE_NOTRUMP, 1: Call.PASS},
    plays={},
    tricks=(0, 0),
    actor=Seat.SOUTH,
)


async def test_a_worker_process_tells_what_calls_mean_by_the_robots_agreements() -> None:
    thinker = Thinker()

    async def patiently(table: str, limit_s: float, question: Question, /) -> bytes | None:
        return await thinker.answer_question(table, 60.0, question)

    try:
        service = Explainer(patiently, explaining({"sampler": SamplerBot}))
        found = await service.meanings("sampler", "bridge", msgspec.msgpack.encode(OPENED))
    finally:
        await thinker.stop()
    assert found is not None
    names = {call: meaning.get("agreements") for call, meaning in json.loads(found).items()}
    assert names["2C"] == [{"name": "Stayman, asks for four-card majors"}]
    assert names["2D"] == [{"name": "Jacoby transfer to *", "suits": ["H"]}]
    assert set(names) == {"P", *(f"{n}{s}" for n in range(2, 8) for s in ("C", "D", "H", "S", "NT"))}


class Slow:
    """Computations that end when they are told to."""

    def __init__(self) -> None:
        self.go = asyncio.Event()
        self.number = 0

    async def ask(self, table: str, limit_s: float, question: Question, /) -> bytes | None:
        self.number += 1
        await self.go.wait()
        return question()


def echo(robot: str, game: str, pub: bytes) -> Question:
    return lambda: pub


async def test_all_that_wait_for_one_position_get_the_answer_of_one_computation() -> None:
    slow = Slow()
    service = Explainer(slow.ask, echo)
    waiting = [asyncio.create_task(service.meanings("plain", "bridge", b"1")) for _ in range(3)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    slow.go.set()
    assert await asyncio.gather(*waiting[1:]) == [b"1", b"1"]
    assert await service.meanings("plain", "bridge", b"1") == b"1"
    assert slow.number == 1
    assert await service.meanings("sampler", "bridge", b"1") == b"1"
    assert slow.number == 2


async def test_the_position_asked_for_longest_ago_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explainer, "KEPT", 2)
    slow = Slow()
    slow.go.set()
    service = Explainer(slow.ask, echo)
    for position in (b"1", b"2", b"1", b"3", b"1", b"2"):
        await service.meanings("plain", "bridge", position)
    assert slow.number == 4
