"""Game logs of bridge_env are written by its schema, and what a log cannot hold is kept beside it."""

from __future__ import annotations

import json
import re

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from referencing import Registry, Resource

from protocol.v1.bridge import Contract, Seat, Strain
from protocol.v1.cards import DECK, Card
from server.records.bridge import pbn
from server.records.bridge.bridge_env import log
from server.records.bridge.bridge_env import settings as board_settings
from server.records.bridge.losses import lost
from server.records.bridge.record import BoardRecord, Place, Position
from server.records.bridge.validate import validate
from tests.records.bridge.annotated_boards import remarked
from tests.records.bridge.board_json import faults, shared
from tests.records.bridge.board_records import records
from tests.records.bridge.bridge_env.game_logs import item, only


def test_the_sample_log_is_sound_and_is_written_as_it_was() -> None:
    sample = shared("bridge_env", "sample_log_2boards.json").read_text("utf-8")
    records = log.loads(sample)
    assert [(judged.tricks, judged.score_ns, judged.fault) for judged in map(validate, records)] == [
        (6, -50, ""),
        (2, 250, ""),
    ]
    assert log.dumps(records).strip() == sample.strip()


@pytest.fixture(scope="module")
def schemas() -> tuple[jsonschema.Draft7Validator, jsonschema.Draft7Validator]:
    """The schemas of logs and of settings; a log's `score_type` is a string, as the description says."""
    names = ("log_format.schema.json", "board_setting_format.schema.json")
    logs, deals = (json.loads(shared("bridge_env", name).read_text("utf-8")) for name in names)
    logs["properties"]["logs"]["items"]["properties"]["score_type"]["type"] = "string"
    registry = Registry().with_resources([(names[1], Resource.from_contents(deals))])
    return jsonschema.Draft7Validator(logs, registry=registry), jsonschema.Draft7Validator(deals)


@settings(max_examples=60, deadline=None)
@given(record=remarked(records()))
def test_what_is_written_is_valid_and_read_again_the_same(
    schemas: tuple[jsonschema.Draft7Validator, jsonschema.Draft7Validator], record: BoardRecord
) -> None:
    logs, deals = schemas
    written = log.dumps([record])
    logs.validate(json.loads(written))
    assert lost([record], log.loads(written)) == {}
    assert log.dumps(log.loads(written)) == written
    deals.validate(json.loads(board_settings.dumps([record])))


def test_boards_without_a_contract_are_settings_beside_the_log(
    schemas: tuple[jsonschema.Draft7Validator, ...],
) -> None:
    bare = BoardRecord(hands=((), (), (), ()))
    written = json.loads(log.dumps([bare, bare]))
    for schema in schemas:
        schema.validate(written)
    assert list(written) == ["board_settings"]
    first, second = written["board_settings"]
    assert [(each["board_id"], each["dealer"], each["vulnerability"]) for each in (first, second)] == [
        ("1", "N", "None"),
        ("2", "E", "NS"),
    ]


def test_contract_declarer_tricks_and_score_follow_from_calls_and_cards() -> None:
    sample = shared("bridge_env", "sample_log_2boards.json").read_text("utf-8")
    bare = [
        replace(record, contract=None, tricks=None, scores=None, place=Place())
        for record in log.loads(sample)
    ]
    assert log.dumps(bare).strip() == sample.strip()


def test_the_leaders_of_an_end_position_follow_from_the_play() -> None:
    spades = Contract(4, Strain.SPADES, Seat.NORTH)
    cards = (Card.H4, Card.HT, Card.HA, Card.H5, Card.S2)
    record = BoardRecord(hands=((), (), (), ()), number=1, contract=spades, cards=cards)
    tricks = json.loads(log.dumps([record]))["logs"][0]["play_history"]
    assert [(trick["leader"], trick["cards"]) for trick in tricks] == [("E", list(cards[:4])), ("W", ["S2"])]


def test_what_a_log_has_no_field_for_is_held_all_the_same() -> None:
    record = replace(
        only(item()),
        name="o7",
        claimed=True,
        position=Position(Seat.WEST, Strain.SPADES, (Card.SA,)),
        place=Place(),
    )
    (back,) = log.loads(log.dumps([record]))
    assert lost([record], [back]) == {}
    assert (back.number, back.name, back.claimed) == (7, "o7", True)
    assert back.position == record.position


def read_as_bridge_env_does(written: str) -> list[str]:
    """The contracts of a log, each part of it converted as `convert_board_log` in bridge_env does."""
    contracts = []
    for board in json.loads(written)["logs"]:
        assert board["dealer"] in "NESW" and len(board["dealer"]) == 1
        assert board["vulnerability"] in ("None", "NS", "EW", "Both")
        assert board["declarer"] is None or board["declarer"] in tuple("NESW")
        assert re.fullmatch("Passed_out|[1-7](?:C|D|H|S|NT)X{0,2}", board["contract"])
        assert board["taken_trick"] is None or isinstance(board["taken_trick"], int)
        for trick in board["play_history"] or ():
            assert trick["leader"] in tuple("NESW")
            assert all(card in DECK for card in trick["cards"])
        contracts.append(board["contract"])
    return contracts


@settings(max_examples=10, deadline=None)
@given(record=records(), cut=st.integers(0, 3))
def test_a_log_has_a_contract_or_a_pass_out_for_every_board(record: BoardRecord, cut: int) -> None:
    deal = replace(
        record,
        calls=record.calls[:cut],
        cards=(),
        card_notes=(),
        contract=None,
        passed_out=False,
        tricks=None,
    )
    unfinished = replace(deal, scores=None, claimed=False, comments=())
    boards = [unfinished, record, unfinished]
    written = log.dumps(boards)
    assert len(read_as_bridge_env_does(written)) == 1
    assert len(json.loads(written)["board_settings"]) == 2
    assert lost(boards, log.loads(written)) == {}


def test_a_mere_deal_makes_no_log() -> None:
    written = log.dumps(pbn.loads(faults("F6_deal.pbn").read_bytes()))
    assert "contract" not in written
    assert [each.number for each in log.loads(written)] == [3]


def test_the_boards_of_both_lists_keep_their_order() -> None:
    records = tuple(pbn.loads(faults("R10_order.pbn").read_bytes()))
    boards = [records[0], records[1], records[0], records[1]]
    written = log.dumps(boards)
    assert list(json.loads(written)) == ["logs", "board_settings", "order"]
    back = log.loads(written)
    assert [each.number for each in back] == [1, 2, 1, 2]
    assert lost(boards, back) == {}
    assert "order" not in back[0].info
    assert "order" not in json.loads(log.dumps([records[1], records[0]]))


def test_an_order_that_names_other_lists_is_a_tag_of_each_board() -> None:
    written = json.loads(log.dumps([only(item())]))
    for order in (["boards"], [[]], 7):
        (kept,) = log.loads(json.dumps({**written, "order": order}))
        assert kept.info["order"] == json.dumps(order)
    assert len(log.loads(json.dumps({**written, "order": ["board_settings"] * 2}))) == 1
