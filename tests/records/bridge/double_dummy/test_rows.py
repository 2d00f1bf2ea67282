"""A row of `kibitz replay --dd` has the analysis of its board, or the reason for a missing analysis."""

from __future__ import annotations

from msgspec import to_builtins

from server.errors import AnalysisError
from server.records.bridge.double_dummy.analysis import Analysis, Par
from server.records.bridge.double_dummy.rows import analysed_row
from server.records.bridge.record import DoubleDummy
from server.records.bridge.rows import Row

ROW = Row("boards.pbn", "bridge", 3, True, "4S", "N", 10, 420)
TABLE = DoubleDummy(((5, 6, 7, 8, 9), (8, 7, 6, 5, 4)) * 2)


def test_an_analysis_stands_behind_the_fields_of_the_row() -> None:
    row = analysed_row(ROW, Analysis(TABLE, Par(420, ("NS 4S=",))))
    assert (row.dd, row.par, row.cards, row.dd_error) == (TABLE.by_letter(), Par(420, ("NS 4S=",)), (), None)
    assert to_builtins(row).items() >= to_builtins(ROW).items()


def test_an_analysis_that_failed_is_replaced_by_its_reason() -> None:
    row = analysed_row(ROW, AnalysisError("the analysis took too long"))
    assert (row.dd, row.par, row.dd_error) == (None, None, "the analysis took too long")


def test_a_refused_board_has_neither_analysis_nor_reason() -> None:
    row = analysed_row(Row("boards.pbn", "bridge", 3, False, error="wrong"), None)
    assert (row.ok, row.error, row.dd, row.dd_error) == (False, "wrong", None, None)
