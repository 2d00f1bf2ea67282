"""The rows of `kibitz replay --dd`."""

from __future__ import annotations

from msgspec import structs

from protocol.v1.bridge import Strain
from server.errors import AnalysisError
from server.records.bridge.double_dummy.analysis import Analysis, CardValues, Par
from server.records.bridge.rows import Row


class AnalysedRow(Row, frozen=True, gc=False):
    """A row with what the cards were worth: `kibitz replay --dd`.

    `dd` are the tricks of each declarer by strain, `par` what both sides get when neither can do better,
    `cards` what every card that could be played was worth, in declarer's tricks on the whole board.
    `dd_error` says why there is no analysis.
    """

    dd: dict[str, dict[Strain, int]] | None = None
    par: Par | None = None
    cards: tuple[CardValues, ...] = ()
    dd_error: str | None = None


def analysed_row(row: Row, found: Analysis | AnalysisError | None) -> AnalysedRow:
    """Return a row with the analysis of its board, or with the reason why there is none."""
    plain = structs.asdict(row)
    match found:
        case None:
            return AnalysedRow(**plain)
        case Analysis():
            return AnalysedRow(**plain, dd=found.double_dummy.by_letter(), par=found.par, cards=found.cards)
        case AnalysisError():
            return AnalysedRow(**plain, dd_error=str(found))
