"""What endplay's Board JSON has no place for stands in its info, and is read again out of it."""

from __future__ import annotations

import json

import jsonschema
import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from server.records.bridge.endplay_json import dumps, loads
from server.records.bridge.losses import lost
from server.records.bridge.record import BoardRecord, Comment, DoubleDummy, Place
from server.records.bridge.validate import validate
from tests.records.bridge.annotated_boards import remarked
from tests.records.bridge.board_json import (
    auction,
    board,
    contract,
    only,
    placeless,
    read,
    shared,
)
from tests.records.bridge.board_records import records


def test_players_score_and_analysis_stand_in_info_as_pbns_tags() -> None:
    analysis = DoubleDummy(tuple((1, 2, 3, 4, place) for place in range(4)))
    players = ("Ann", None, "Sue", "Wes")
    record = replace(placeless(board()), players=players, scores=(110, -110), double_dummy=analysis)
    info = json.loads(dumps(record))["info"]
    assert (info["North"], info["West"], info["Score"]) == ("Ann", "Wes", "NS 110")
    assert len(info["DoubleDummyTricks"]) == len(info["OptimumResultTable"]["rows"]) == 20
    assert read(dumps(record)) == read(dumps(record, dialect=True)) == (record,)


def test_comments_stand_in_a_table() -> None:
    comment = Comment('He said: "four"\nand it was', 3, 0)
    record = replace(placeless(board(auction=auction("1C P P P"))), comments=(comment,))
    table = json.loads(dumps(record))["info"]["CommentTable"]
    assert table["headers"] == ["Calls", "Cards", "Text"]
    assert read(dumps(record)) == (record,)


def test_a_contract_without_a_result_is_not_taken_for_one_just_made() -> None:
    record = only(board(contract=contract("4SX", "south", -1)))
    unknown = replace(record, tricks=None, place=Place())
    assert read(dumps(unknown)) == (unknown,)
    odd = replace(record, tricks=19, place=Place())
    assert read(dumps(odd)) == (odd,)


def test_tricks_that_the_dumper_has_filled_in_are_not_told_again() -> None:
    sample = loads(shared("endplay", "boards_from_example1_lin.json").read_bytes())
    again = loads(dumps(sample))
    assert [validate(record).tricks for record in again] == [validate(record).tricks for record in sample]
    assert not any(validate(record).fault for record in again)


def test_tricks_that_could_have_been_filled_in_are_told_once_more() -> None:
    calls = auction("1C P P P")
    dumped = {**contract("1C", "north"), "penalty": ""}
    record = only(board(auction=calls, contract=dumped, dealer="north", vul="none"))
    made = replace(record, place=Place())
    for dialect in (False, True):
        assert [validate(each).tricks for each in loads(dumps([record, made], dialect=dialect))] == [None, 7]


def test_a_pass_out_without_calls_is_told() -> None:
    record = replace(placeless(board()), passed_out=True)
    assert read(dumps(record)) == read(dumps(record, dialect=True)) == (record,)


def test_a_table_of_another_form_stays_what_it_is() -> None:
    tables = {
        "CommentTable": {"headers": ["Calls", "Cards", "Text"], "rows": ["one 0 x"]},
        "RecordTable": {"headers": ["Field", "Value"], "rows": ["Colour red", "Name 7"]},
        "CallNoteTable": {"headers": ["Call"], "rows": ["1", "2"]},
    }
    record = placeless(board(info=tables))
    assert set(record.info) == set(tables)
    assert (record.comments, record.name) == ((), None)
    assert read(dumps(record)) == (record,)


@settings(max_examples=60, deadline=None)
@given(record=remarked(records()))
def test_whatever_is_recorded_is_valid_and_read_again(
    board_schema: jsonschema.Draft7Validator, record: BoardRecord
) -> None:
    board_schema.validate(json.loads(dumps(record)))
    assert lost([record], loads(dumps([record]))) == {}
    assert lost([record], loads(dumps([record], dialect=True))) == {}


def test_endplay_itself_loads_what_is_written() -> None:
    parser = pytest.importorskip("endplay.parsers.json")
    sample = loads(shared("endplay", "boards_from_example1_pbn.json").read_bytes())
    for dialect in (False, True):
        loaded = parser.loads(dumps(sample, dialect=dialect))
        again = loads(parser.dumps(loaded))
        assert [each.calls for each in again] == [each.calls for each in sample]
        assert [each.cards for each in again] == [each.cards for each in sample]
        assert [each.contract for each in again] == [each.contract for each in sample]
        assert [each.players for each in again] == [each.players for each in sample]
