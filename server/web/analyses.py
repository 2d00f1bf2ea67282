"""Double-dummy analysis of finished boards by HTTP: who may ask for how much, and what is answered."""

from __future__ import annotations

from contextlib import aclosing

from msgspec import Struct

from protocol.v1.bridge import Strain
from protocol.v1.codes import Code
from protocol.words import counted
from server.errors import AnalysisError, Busy, NotInstalled, Refusal, TooLong
from server.records.bridge.record import BoardRecord
from server.session.front_desk import FrontDesk
from server.session.limits import Buckets
from server.table.player import Player
from server.workers.double_dummy.analysis import Analysis, CardValues, Par
from server.workers.double_dummy.batch import analysed

BUSY_MS, HARD_MS = 2_000, 60_000

Analysed = tuple[BoardRecord, Analysis | None]


class NotAnalysed(Refusal):
    """Why there is no analysis, with the HTTP status that says so."""

    def __init__(self, status: int, words: str, retry_ms: int | None = None) -> None:
        super().__init__(Code.INTERNAL if status == 500 else Code.UNAVAILABLE, words, retry_ms)
        self.status = status


class BoardAnalysis(Struct, frozen=True):
    """What is answered about one board: `double_dummy` are tricks by declarer (N E S W) and strain.

    `par` and `cards` are as in `Analysis`. A board of a sitting that took too long has none of them.
    """

    board: int | None
    double_dummy: dict[str, dict[Strain, int]] | None = None
    par: Par | None = None
    cards: tuple[CardValues, ...] = ()


class Analyses:
    """Analyses for whoever asks, counted by player and by address, a board each."""

    def __init__(self, desk: FrontDesk) -> None:
        settings = desk.settings
        self._desk = desk
        self._most = min(settings.analyses_burst, settings.analyses_per_address_burst)
        self._by_player = Buckets(settings.analyses_s, settings.analyses_burst)
        self._by_address = Buckets(settings.analyses_per_address_s, settings.analyses_per_address_burst)

    async def of(
        self, records: tuple[BoardRecord, ...], player: Player, address: str
    ) -> tuple[Analysed, ...]:
        """The boards, each with its analysis; of several, those that take too long stay without.

        Raises Refusal: too_big, rate_limited, or NotAnalysed.
        """
        self._count(len(records), player, address)
        found: list[Analysed] = []
        async with aclosing(analysed(records, self._desk.analyst)) as answers:
            async for record, answer in answers:
                if isinstance(answer, Analysis):
                    found.append((record, answer))
                elif isinstance(answer, TooLong) and len(records) > 1:
                    found.append((record, None))
                else:
                    raise _why_not(answer)
        return tuple(found)

    def _count(self, boards: int, player: Player, address: str) -> None:
        if boards > self._most:
            raise Refusal(
                Code.TOO_BIG,
                f"expected at most {counted(self._most, 'board')} to analyse at once, got {boards}",
            )
        now_ms = self._desk.hub.services.now_ms()
        wait_ms = self._by_player.take(player.id, now_ms, boards) if player.id else 0
        wait_ms = wait_ms or self._by_address.take(address, now_ms, boards)
        if wait_ms:
            raise Refusal(Code.RATE_LIMITED, "too many boards to analyse", retry_ms=wait_ms)


def shown(record: BoardRecord, analysis: Analysis | None) -> BoardAnalysis:
    """An analysis as it is answered."""
    if analysis is None:
        return BoardAnalysis(record.number)
    return BoardAnalysis(record.number, analysis.double_dummy.by_letter(), analysis.par, analysis.cards)


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
