"""There and back through every two formats: what both can hold is not lost, and what is lost is told."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from server.records.bridge import pbn
from server.records.bridge.formats import FORMATS, recognised
from server.records.bridge.formats import BoardFormat as Format
from server.records.bridge.losses import lost
from server.records.bridge.record import BoardRecord, readable_boards
from server.records.bridge.validate import completed, validate
from tests.records.bridge.board_records import records, sittings

PAIRS = [(one, other) for one in FORMATS for other in FORMATS if one != other]


def through(form: Format, boards: tuple[BoardRecord, ...]) -> tuple[BoardRecord, ...]:
    return readable_boards(form.boards(form.dumps(boards)))


@pytest.mark.parametrize(("one", "other"), PAIRS)
@settings(max_examples=5, deadline=None)
@given(boards=sittings())
def test_there_and_back_loses_nothing_that_both_can_hold(
    one: str, other: str, boards: tuple[BoardRecord, ...]
) -> None:
    first = tuple(completed(board) for board in through(FORMATS[one], boards))
    there = tuple(completed(board) for board in through(FORMATS[other], first))
    back = through(FORMATS[one], there)
    told = set(lost(first, there))
    if one == "endplay-dialect":  # whose results mean nothing where no card and no claim bears them out
        told |= set(lost(there, back))
    assert set(lost(first, back)) <= told


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=15, deadline=None)
@given(boards=sittings())
def test_what_was_read_is_written_and_read_the_same(name: str, boards: tuple[BoardRecord, ...]) -> None:
    form = FORMATS[name]
    first = through(form, boards)
    assert lost(first, through(form, first)) == {}


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=15, deadline=None)
@given(boards=sittings())
def test_every_format_holds_the_deal_and_its_number(name: str, boards: tuple[BoardRecord, ...]) -> None:
    missing = lost(boards, through(FORMATS[name], boards))
    assert not {"the hands", "the board's number", "the dealer", "the vulnerability"} & set(missing)


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "board_settings"])
@settings(max_examples=15, deadline=None)
@given(boards=sittings())
def test_every_format_of_games_holds_auction_play_and_result(
    name: str, boards: tuple[BoardRecord, ...]
) -> None:
    missing = lost(boards, through(FORMATS[name], boards))
    told = {
        "the calls",
        "the play",
        "the contract",
        "the pass-out",
        "declarer's tricks",
        "the score",
    }
    assert not told & set(missing)


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=8, deadline=None)
@given(boards=sittings())
def test_a_file_tells_its_format(name: str, boards: tuple[BoardRecord, ...]) -> None:
    written = FORMATS[name].dumps(boards).encode()
    assert recognised(written).boards is FORMATS[name].boards


def test_a_score_that_is_no_number_of_points_is_not_replaced_by_one() -> None:
    text = '[Board "1"]\n[Deal "{}"]\n[Declarer "S"]\n[Contract "1NT"]\n[Result "7"]\n[Score "A+ 60%"]\n'
    (record,) = pbn.loads(
        text.format("N:AKQJ.T98.765.432 T987.AKQJ.T98.76 65432.765.432.T9 .432.AKQJ.AKQJ85")
    )
    assert '[Score "A+ 60%"]' in pbn.dumps([completed(record)])


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "board_settings"])
@settings(max_examples=5, deadline=None)
@given(record=records().filter(lambda record: record.contract is not None))
def test_what_a_director_ruled_goes_wherever_the_board_goes(name: str, record: BoardRecord) -> None:
    ruled = replace(record, tricks=13, claimed=False, scores=None, info={"Ruling": "East revoked"})
    (kept,) = through(FORMATS[name], (ruled,))
    assert (kept.tricks, kept.info["Ruling"], validate(kept).fault) == (13, "East revoked", "")
