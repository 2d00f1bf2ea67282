"""Analyses of finished deals over HTTP, limited for each player and each address."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import aclosing
from typing import Any

from protocol.v1.codes import Code
from protocol.words import with_count
from server.errors import AnalysisError, Busy, NotInstalled, Refusal, TooLong
from server.records.base import Analysing
from server.session.front_desk import FrontDesk
from server.session.limits import Buckets
from server.table.player import Player
from server.workers.batch import analyse_all

BUSY_MS, HARD_MS = 2_000, 60_000


class NotAnalysed(Refusal):
    """The error of a request for an analysis that is not available; `status` is its HTTP status."""

    def __init__(self, status: int, text: str, retry_ms: int | None = None) -> None:
        super().__init__(Code.INTERNAL if status == 500 else Code.UNAVAILABLE, text, retry_ms)
        self.status = status


class Analyses:
    """The analysis of finished deals for HTTP requests.

    Each record to analyse counts against the rate limits of the player and of the client's address.
    """

    def __init__(self, front_desk: FrontDesk) -> None:
        settings = front_desk.settings
        self._front_desk = front_desk
        self._max_records = min(settings.analyses_burst, settings.analyses_per_address_burst)
        self._by_player = Buckets(settings.analyses_s, settings.analyses_burst)
        self._by_address = Buckets(settings.analyses_per_address_s, settings.analyses_per_address_burst)

    async def analyse(
        self, analysing: Analysing[Any], records: Sequence[Any], player: Player, address: str
    ) -> tuple[tuple[Any, Any | None], ...]:
        """Return each record of a deal together with its analysis.

        If there are several records, None replaces an analysis that took too long. Raises Refusal for too
        many records (with the code `too_big` or `rate_limited`), and NotAnalysed if no analysis is available.
        """
        self._count(len(records), analysing.noun, player, address)
        found: list[tuple[Any, Any | None]] = []
        async with aclosing(analyse_all(analysing, records, self._front_desk.analyst)) as results:
            async for record, result in results:
                if not isinstance(result, AnalysisError):
                    found.append((record, result))
                elif isinstance(result, TooLong) and len(records) > 1:
                    found.append((record, None))
                else:
                    raise _not_analysed(result)
        return tuple(found)

    def _count(self, records: int, noun: str, player: Player, address: str) -> None:
        if records > self._max_records:
            raise Refusal(
                Code.TOO_BIG,
                f"expected at most {with_count(self._max_records, noun)} to analyse at once, got {records}",
            )
        now_ms = self._front_desk.hub.services.now_ms()
        wait_ms = self._by_player.take(player.id, now_ms, records) if player.id else 0
        wait_ms = wait_ms or self._by_address.take(address, now_ms, records)
        if wait_ms:
            raise Refusal(
                Code.RATE_LIMITED,
                f"you have asked for the analysis of too many {noun}s; try again later",
                retry_ms=wait_ms,
            )


def _not_analysed(error: AnalysisError) -> NotAnalysed:
    match error:
        case NotInstalled():
            return NotAnalysed(501, str(error))
        case Busy():
            return NotAnalysed(503, str(error), BUSY_MS)
        case TooLong():
            return NotAnalysed(504, str(error), HARD_MS)
        case _:
            return NotAnalysed(500, str(error))
