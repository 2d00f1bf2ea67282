"""endplay's Board JSON is written by its schema, and in the dialect of endplay's dumper."""

from __future__ import annotations

import json

import jsonschema
import pytest
from msgspec.structs import replace

from server.records.bridge.endplay_json import dumps, loads
from server.records.bridge.record import InfoTable
from tests.records.bridge.board_json import auction, board, only, placeless, read, shared

SAMPLES = (
    "board_passed_out.json",
    "board_handmade_redoubled.json",
    "boards_from_example1_lin.json",
    "boards_from_example1_pbn.json",
)


def without_info(written: str) -> str:
    """The text without what stands in `info`, which has an order of its own."""
    document = json.loads(written)
    for each in document if isinstance(document, list) else [document]:
        each["info"] = {}
    return json.dumps(document)


@pytest.mark.parametrize("name", SAMPLES)
def test_what_endplay_dumped_is_written_again_as_it_was(name: str) -> None:
    sample = json.loads(shared("endplay", name).read_text("utf-8"))
    records = loads(json.dumps(sample))
    written = dumps(records if isinstance(sample, list) else records[0], dialect=True)
    assert json.loads(written) == sample
    assert without_info(written) == without_info(json.dumps(sample))


def test_the_dumper_gives_a_pass_out_level_0_unless_north_deals() -> None:
    passed = {"auction": auction("P P P P")}
    north = json.loads(dumps(only(board(**passed, dealer="north")), dialect=True))
    east = json.loads(dumps(only(board(**passed, dealer="east")), dialect=True))
    assert "contract" not in north
    assert east["contract"]["level"] == 0


def test_a_plain_text_called_table_is_told_in_the_schemas_way() -> None:
    written = json.loads(dumps(only(board(info={"Table": "7"}))))
    assert written["info"] == {"Table": {"headers": [], "rows": ["7"]}}


def test_a_board_without_a_number_takes_its_place_in_the_file() -> None:
    records = [placeless(board(board_num=9)), placeless(board(board_num=None))]
    assert [each.number for each in loads(dumps(records))] == [9, 2]
    assert [each.number for each in loads(dumps(records, dialect=True))] == [9, None]


def test_a_table_under_another_name_is_read_again_under_its_own(
    board_schema: jsonschema.Draft7Validator,
) -> None:
    info = {"Scores": InfoTable(rows=("a", "b")), "ScoreTable": InfoTable(rows=("a",))}
    record = replace(placeless(board()), info=info)
    board_schema.validate(json.loads(dumps(record)))
    assert read(dumps(record)) == read(dumps(record, dialect=True)) == (record,)
