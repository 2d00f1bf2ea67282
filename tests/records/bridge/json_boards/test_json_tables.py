"""Tables in JSON are read in the form of endplay's schema and in that of its dumper."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from server.records.bridge.endplay_json import dumps
from server.records.bridge.record import Column, InfoTable
from tests.records.bridge.board_json import board, only


def test_a_table_is_read_in_the_form_of_the_schema_and_in_that_of_the_dumper() -> None:
    by_schema = {
        "headers": ["Declarer", {"name": "Result", "minwidth": 2, "alignment": "R"}],
        "rows": ["N 9", '"" 10'],
    }
    by_dumper = {
        "headers": ["Declarer", {"ordering": None, "name": "Result", "minwidth": "2", "alignment": "R"}],
        "rows": [["N", "9"], ["", "10"]],
    }
    read = InfoTable((Column("Declarer"), Column("Result", None, 2, "R")), ("N 9", '"" 10'))
    assert only(board(info={"OptimumResultTable": by_schema})).info == {"OptimumResultTable": read}
    assert only(board(info={"OptimumResultTable": by_dumper})).info == {"OptimumResultTable": read}


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(alphabet='ab "\\\n', max_size=4), max_size=4))
def test_a_row_of_cells_comes_back_cell_by_cell(row: list[str]) -> None:
    document = board(info={"ScoreTable": {"headers": ["a"], "rows": [row]}})
    written = json.loads(dumps(only(document), dialect=True))
    assert written["info"]["ScoreTable"]["rows"] == [row]
