"""Board settings of bridge_env: deals with their analysis, without auction and play."""

from __future__ import annotations

import json

from hypothesis import given, settings

from protocol.v1.bridge import parse_hand
from server.records.bridge.bridge_env import log
from server.records.bridge.bridge_env import settings as board_settings
from server.records.bridge.record import BoardRecord
from server.records.bridge.validate import completed
from tests.records.bridge.annotated_boards import remarked
from tests.records.bridge.board_json import HANDS, shared
from tests.records.bridge.board_records import records
from tests.records.bridge.bridge_env.game_logs import DEAL


def test_a_setting_may_have_its_deal_alone() -> None:
    (record,) = board_settings.loads(json.dumps({"board_settings": [{"deal": DEAL}]}))
    assert record.hands == tuple(parse_hand(HANDS[seat]) for seat in HANDS)
    assert (record.number, record.dealer, record.vulnerable) == (None, None, None)


def test_the_sample_settings_are_written_as_they_were() -> None:
    sample = json.loads(shared("bridge_env", "board_settings_ex.json").read_text("utf-8"))
    assert json.loads(board_settings.dumps(board_settings.loads(json.dumps(sample)))) == sample


def test_a_file_tells_which_of_the_two_it_is() -> None:
    sample = shared("bridge_env", "sample_log_2boards.json").read_bytes()[:4096]
    settings_head = shared("bridge_env", "board_settings_ex.json").read_bytes()[:4096]
    assert log.looks_like(sample)
    assert not log.looks_like(settings_head)
    assert board_settings.looks_like(settings_head)
    endplay = shared("endplay", "boards_from_example1_pbn.json").read_bytes()[:4096]
    assert not log.looks_like(endplay)
    assert not board_settings.looks_like(endplay)


@settings(max_examples=40, deadline=None)
@given(record=remarked(records()))
def test_settings_hold_the_deal_its_analysis_and_its_tags(record: BoardRecord) -> None:
    (back,) = board_settings.loads(board_settings.dumps([record]))
    told, back = completed(record), completed(back)
    assert [set(hand) for hand in back.hands] == [set(hand) for hand in told.hands]
    assert back.double_dummy == told.double_dummy
    assert back.info == told.info
    assert back.name == told.name
    assert told.number is None or (back.number, back.dealer) == (told.number, told.dealer)
