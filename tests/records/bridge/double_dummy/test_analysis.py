"""How a record holds its analysis."""

from __future__ import annotations

import pytest

from server.records.bridge import pbn
from server.records.bridge.double_dummy.analysis import Analysis, Par, annotated
from server.records.bridge.record import DoubleDummy, InfoTable
from tests.records.bridge.double_dummy.boards import board

TABLE = DoubleDummy(((5, 6, 7, 8, 9), (8, 7, 6, 5, 4), (5, 6, 7, 8, 9), (8, 7, 6, 5, 4)))


@pytest.mark.parametrize(
    ("par", "score", "contracts"),
    [
        (Par(420, ("NS 4S=",)), "NS 420", "NS 4S="),
        (Par(-420, ("EW 4S=",)), "EW 420", "EW 4S="),
        (Par(100, ("EW 2NX-1", "EW 3CX-1")), "NS 100", "EW 2NX-1; EW 3CX-1"),
        (Par(0, ()), "NS 0", "Pass"),
    ],
)
def test_par_is_written_as_the_points_of_the_side_that_gains(par: Par, score: str, contracts: str) -> None:
    record = annotated(board(), Analysis(TABLE, par))
    assert record.double_dummy == TABLE
    assert record.info == {"OptimumScore": score, "ParContract": contracts}


def test_a_new_analysis_takes_the_place_of_another_and_of_nothing_else() -> None:
    info = {
        "Event": "Cup",
        "OptimumScore": "NS +90",
        "DoubleDummyTricks": "?",
        "OptimumResultTable": InfoTable(),
    }
    record = annotated(board(info=info, double_dummy=DoubleDummy(TABLE.tricks[::-1])), Analysis(TABLE))
    assert (record.double_dummy, record.info) == (TABLE, {"Event": "Cup"})


def test_an_analysis_is_read_again_out_of_pbn() -> None:
    record = annotated(board(number=1), Analysis(TABLE, Par(100, ("EW 4SX-1",))))
    written = pbn.dumps([record])
    assert '[DoubleDummyTricks "98765987654567845678"]' in written
    assert '[OptimumScore "NS 100"]' in written
    assert '[ParContract "EW 4SX-1"]' in written
    (again,) = pbn.loads(written)
    assert again.double_dummy == TABLE
    assert again.info["ParContract"] == "EW 4SX-1"
