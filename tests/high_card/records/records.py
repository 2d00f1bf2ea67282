"""What high card offers with its records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from server.errors import BadRecord, IllegalAction
from server.records.base import (
    Conversion,
    DealSets,
    Export,
    FinishedDeal,
    Format,
    PlayedTable,
    Records,
    Replayed,
    Showing,
    Source,
    Warn,
)
from tests.high_card.game.results import totals
from tests.high_card.game.rules import HIGH_CARD
from tests.high_card.game.state import HighCardState
from tests.high_card.protocol.nouns import Answer, Bet, Deal
from tests.high_card.protocol.replay import Load, RecordedDeal
from tests.high_card.records.judged import played, sound
from tests.high_card.records.text import HEADING, dumps, dumps_nameless, loads


class DealRow(Struct, frozen=True, gc=False):
    """What came of one recorded deal of high card; `winner` and `points` are None for one not over."""

    file: str
    game: str
    ok: bool
    deal: int | None = None
    winner: int | None = None
    points: int | None = None
    error: str | None = None


class DealConversion(Conversion[RecordedDeal]):
    """Deals with the players' names or without."""

    about = "A file of high card can be written without the players."
    expected = "at least one deal of high card, got none"

    def read(self, data: bytes, form: str | None) -> Source[RecordedDeal]:
        """Return the deals. Raise BadRecord."""
        return Source(tuple(sound(data)))

    def lost(
        self, form: Format[RecordedDeal], records: Sequence[RecordedDeal], written: str
    ) -> Mapping[str, Sequence[str]]:
        """Return the deals whose players' names are lost."""
        pairs = zip(records, loads(written), strict=True)
        lost = [str(old.number) for old, (_, new) in pairs if old.players != new.players]
        return {"the players' names": lost} if lost else {}


class DealShowing(Showing):
    """A replay of high card opened on a file."""

    game = "high_card_replay"

    def load(self, text: str | bytes, title: str) -> Load:
        """Return chance's action that opens a file. Raise BadRecord."""
        return Load(title, tuple(sound(text)))


class DealExport(Export[RecordedDeal]):
    """Finished deals as records."""

    noun = "deal"

    def number_of(self, played: PlayedTable, deal: int) -> int | None:
        """Return the number with which views show a deal."""
        return deal + 1

    def records(self, played: PlayedTable, finished: Sequence[FinishedDeal]) -> tuple[RecordedDeal, ...]:
        """Return a record of each deal."""
        return tuple(map(_recorded, finished))

    def result_line(self, state: Any) -> str:
        """Return the points of both players after the deal."""
        return "{} : {}".format(*totals(state))


class Sets(DealSets):
    """The cards of a file's deals, for a table to be played on."""

    def read(self, text: str | bytes, warn: Warn = str) -> tuple[Deal, ...]:
        """Return the deals of a file. Raise BadRecord."""
        return tuple(Deal(record.cards) for record in sound(text))


class HighCardRecords(Records[RecordedDeal]):
    """Deals of high card as text."""

    game = "high_card"
    title = "high card"
    one = "deals of high card"
    kind = "deals of high card (text)"
    many = "deals of high card"
    noun = "deal"
    reads = "deals of high card as text"
    row_type = DealRow
    formats: ClassVar = {
        "text": Format("high_card", (".high",), "text/x-high-card", dumps),
        "nameless": Format("high_card_nameless", (".nameless",), "text/x-high-card-nameless", dumps_nameless),
    }
    conversion = DealConversion()
    showing = DealShowing()
    export = DealExport()
    deal_sets = Sets()

    def claims(self, head: bytes) -> bool:
        """Return whether a file begins with the heading."""
        return head.startswith(HEADING.encode())

    def rows(self, file: str, data: bytes) -> Iterator[Replayed]:
        """Yield a row for each deal; nothing is read after a line that is none."""
        try:
            for line, record in loads(data):
                yield self._row(file, line, record)
        except BadRecord as error:
            yield Replayed(self.fault_row(file, str(error)))

    def fault_row(self, file: str, error: str) -> DealRow:
        """Return the row of a file that cannot be read."""
        return DealRow(file, self.game, False, error=error)

    def _row(self, file: str, line: int, record: RecordedDeal) -> Replayed:
        try:
            ended = HIGH_CARD.result(played(record))
        except IllegalAction as error:
            return Replayed(DealRow(file, self.game, False, record.number, error=f"line {line}: {error}"))
        told = (None, None) if ended is None else (ended.winner, ended.points)
        return Replayed(DealRow(file, self.game, True, record.number, *told), record)


RECORDS: tuple[Records[Any], ...] = (HighCardRecords(),)


def _recorded(deal: FinishedDeal) -> RecordedDeal:
    state = deal.state
    assert isinstance(state, HighCardState), "expected a deal of high card"
    one, other = state.cards
    answers: tuple[Answer, ...] = tuple("bet" if isinstance(move, Bet) else "fold" for move in state.moves)
    return RecordedDeal(state.deal, (one, other), answers, tuple(name or "" for name in deal.players))
