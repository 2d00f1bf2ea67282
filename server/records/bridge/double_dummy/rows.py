"""The rows of output of `kibitz replay --dd`, which adds double-dummy results."""

from __future__ import annotations

from msgspec import structs

from protocol.v1.bridge import Strain
from server.errors import AnalysisError
from server.records.bridge.double_dummy.analysis import Analysis, CardValues, Par
from server.records.bridge.rows import Row


class AnalysedRow(Row, frozen=True, gc=False):
    """A row of output of `kibitz replay --dd`, with the double-dummy analysis of its board.

    `dd` are the double-dummy tricks of each declarer by strain, `par` is the result with best play of both
    sides, and `cards` are the values of the legal cards at each position of the play. `dd_error` is the
    reason why a board has no double-dummy analysis, if it has none.
    """

    dd: dict[str, dict[Strain, int]] | None = None
    par: Par | None = None
    cards: tuple[CardValues, ...] = ()
    dd_error: str | None = None


def analysed_row(row: Row, analysis: Analysis | AnalysisError | None) -> AnalysedRow:
    """Return a row with its board's double-dummy analysis, or with the reason for the missing analysis."""
    plain = structs.asdict(row)
    match analysis:
        case None:
            return AnalysedRow(**plain)
        case Analysis():
            return AnalysedRow(
                **plain, dd=analysis.double_dummy.by_letter(), par=analysis.par, cards=analysis.cards
            )
        case AnalysisError():
            return AnalysedRow(**plain, dd_error=str(analysis))
