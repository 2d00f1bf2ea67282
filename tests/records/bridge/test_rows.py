"""A row of `kibitz replay` tells the outcome of one board, and one bad board hides no other."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from tests.records.bridge.board_json import HANDS, auction, board, text
from tests.records.bridge.replayed_boards import PLAY, THREE_NOTRUMP, Replayed
from tests.records.replaying import replay


def test_a_row_is_one_json_object(rows: Replayed) -> None:
    (row,) = rows(text(board(auction=THREE_NOTRUMP, play=PLAY)))
    told = json.loads(msgspec.json.encode(row))
    assert Path(told.pop("file")).name == "record"
    assert told == {
        "game": "bridge",
        "board": 1,
        "ok": True,
        "contract": "3NT",
        "declarer": "W",
        "tricks": 7,
        "score_ns": 100,
        "error": None,
    }


def test_one_bad_board_does_not_hide_the_others(rows: Replayed) -> None:
    found = rows(text(board(board_num=5), board(vul="red"), board(auction=auction("1S 1C")), board()))
    assert [(row.board, row.ok) for row in found] == [(5, True), (1, False), (1, False), (1, True)]
    assert found[1].error is not None
    assert found[1].error.endswith(": expected none or both or ns or ew, got 'red' - at `$[1].vul`")


def test_the_deals_of_pbn_are_deals_alone(rows: Replayed) -> None:
    deal = '[Deal "N:{north} {east} {south} {west}"]\n'.format(**HANDS)
    found = rows(f'[Board "3"]\n{deal}\n[Board "4"]\n[Deal "N:- - - -"]\n\n{deal}')
    assert [(row.board, row.ok, row.contract, row.score_ns) for row in found] == [
        (3, True, None, None),
        (4, False, None, None),
        (3, True, None, None),
    ]


@pytest.mark.parametrize("content", ["", "[]", "bridge", b"\xff\x00\xfe", '[{"deal":', "[" * 100_000])
def test_a_bad_file_is_one_row_that_is_not_ok(rows: Replayed, content: str | bytes) -> None:
    (row,) = rows(content)
    assert not row.ok
    assert row.error is not None
    assert "expected" in row.error


def test_a_file_that_breaks_off_keeps_the_boards_before(rows: Replayed) -> None:
    deal = '[Deal "N:{north} {east} {south} {west}"]\n'.format(**HANDS)
    assert [row.ok for row in rows(f'{deal}\n[Board "2"]\n[Deal "N:AK')] == [True, False]


def test_a_missing_file_is_one_row_that_is_not_ok(tmp_path: Path) -> None:
    (row,) = replay(tmp_path / "nothing.pbn")
    assert (row.ok, row.error) == (False, "expected a file to read: No such file or directory")
