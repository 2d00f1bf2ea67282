"""Analysis of finished deals by HTTP: its limits by player and address, and its errors."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import aclosing
from typing import Any

from protocol.v1.codes import Code
from protocol.words import counted
from server.errors import AnalysisError, Busy, NotInstalled, Refusal, TooLong
from server.records.base import Analysing
from server.session.front_desk import FrontDesk
from server.session.limits import Buckets
from server.table.player import Player
from server.workers.batch import analysed

BUSY_MS, HARD_MS = 2_000, 60_000


class NotAnalysed(Refusal):
    """Why there is no analysis, with the HTTP status that says so."""

    def __init__(self, status: int, words: str, retry_ms: int | None = None) -> None:
        super().__init__(Code.INTERNAL if status == 500 else Code.UNAVAILABLE, words, retry_ms)
        self.status = status


class Analyses:
    """Analyses, counted by player and by address, each record as one."""

    def __init__(self, desk: FrontDesk) -> None:
        settings = desk.settings
        self._desk = desk
        self._most = min(settings.analyses_burst, settings.analyses_per_address_burst)
        self._by_player = Buckets(settings.analyses_s, settings.analyses_burst)
        self._by_address = Buckets(settings.analyses_per_address_s, settings.analyses_per_address_burst)

    async def of(
        self, analysing: Analysing[Any], records: Sequence[Any], player: Player, address: str
    ) -> tuple[tuple[Any, Any | None], ...]:
        """Return the records, each with its analysis; None for one of several that takes too long.

        Raises Refusal: too_big, rate_limited, or NotAnalysed.
        """
        self._count(len(records), analysing.noun, player, address)
        found: list[tuple[Any, Any | None]] = []
        async with aclosing(analysed(analysing, records, self._desk.analyst)) as answers:
            async for record, answer in answers:
                if not isinstance(answer, AnalysisError):
                    found.append((record, answer))
                elif isinstance(answer, TooLong) and len(records) > 1:
                    found.append((record, None))
                else:
                    raise _why_not(answer)
        return tuple(found)

    def _count(self, records: int, noun: str, player: Player, address: str) -> None:
        if records > self._most:
            raise Refusal(
                Code.TOO_BIG,
                f"expected at most {counted(self._most, noun)} to analyse at once, got {records}",
            )
        now_ms = self._desk.hub.services.now_ms()
        wait_ms = self._by_player.take(player.id, now_ms, records) if player.id else 0
        wait_ms = wait_ms or self._by_address.take(address, now_ms, records)
        if wait_ms:
            raise Refusal(Code.RATE_LIMITED, f"too many {noun}s to analyse", retry_ms=wait_ms)


def _why_not(error: AnalysisError) -> NotAnalysed:
    match error:
        case NotInstalled():
            return NotAnalysed(501, str(error))
        case Busy():
            return NotAnalysed(503, str(error), BUSY_MS)
        case TooLong():
            return NotAnalysed(504, str(error), HARD_MS)
        case _:
            return NotAnalysed(500, str(error))
