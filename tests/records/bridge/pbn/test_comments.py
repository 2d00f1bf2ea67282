"""Comments stay where they were, and a file that was written once is written the same again."""

from __future__ import annotations

import pytest
from endplay.parsers import pbn as endplay_pbn
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from server.records.bridge.formats import FORMATS
from server.records.bridge.losses import lost
from server.records.bridge.pbn import dumps, loads
from server.records.bridge.record import Comment, readable_boards
from tests.records.bridge.board_json import faults
from tests.records.bridge.pbn.games import RECORD, again, game, moments, only, without_place

AFTER_RESULT = (
    game(Board="1", Contract="3NT", Declarer="N") + '[Auction "N"]\n3NT AP\n[Result ""]\n{your lead?}\n'
)


def test_a_comment_after_a_tag_behind_the_auction_stays_there() -> None:
    record = only(AFTER_RESULT)
    assert moments(record) == [("your lead?", 4, 0)]
    written = dumps([record])
    assert written.endswith('[Auction "N"]\n3NT Pass Pass Pass\n[Result "?"]\n{your lead?}\n')
    assert "EXPORT" not in written
    assert again(record) == without_place(record)


@pytest.mark.parametrize("name", ["R6_comment_after_result.pbn", "R7_long_comment.pbn"])
def test_endplay_reads_what_is_written_of_practice_deals(name: str) -> None:
    records = loads(faults(name).read_bytes())
    (board,) = endplay_pbn.loads(dumps(records))
    assert len(board.auction) == len(records[0].calls)
    assert again(records[0]) == without_place(records[0])


def test_comments_stay_before_the_tags_after_a_tag_and_before_the_first_call_and_card() -> None:
    text = (
        '{top}\n[Board "2"]\n{name}\n' + game(Contract="3NT", Declarer="N", Room="Open") + "{room}\n"
        '[Auction "N"]\n{first}\n3NT AP\n[Play "E"]\n{lead}\nT9 HA\n[Stage "1"]\n{end}\n'
    ).replace("T9 HA", "DT D2")
    record = only(text)
    written = dumps([record])
    for place in (
        '{top}\n[Event "?"]',
        '[Board "2"]\n{name}\n[West',
        '[Room "Open"]\n{room}\n[Auction "N"]\n{first}\n3NT',
        '[Play "E"]\n{lead}\nDT',
        '[Stage "1"]\n{end}\n',
    ):
        assert place in written
    assert again(record) == without_place(record)


@pytest.mark.parametrize(
    "sections",
    [
        '[Auction "N"]\n3NT =1= AP\n[Note "1:strong"]\n{remark}\n[Play "E"]\nDT D2 D3 D4\n',
        '[Auction "N"]\n3NT AP\n[Play "E"]\nDT =1= D2 D3 D4\n[Note "1:strong"]\n{remark}\n',
    ],
    ids=["of the auction", "of the play"],
)
def test_a_comment_after_notes_stays_there(sections: str) -> None:
    tags = {"Board": "1", "Vulnerable": "None", "Contract": "3NT", "Declarer": "N", "Result": "9"}
    record = only(game(**tags) + sections)
    written = dumps([record])
    assert '[Note "1:strong"]\n{remark}\n' in written
    assert again(record) == without_place(record)
    (board,) = endplay_pbn.loads(written)
    assert (len(board.auction), len(board.play)) == (4, 4)


def test_formats_of_json_keep_the_tags_of_comments() -> None:
    record = only(AFTER_RESULT)
    for name in ("endplay", "bridge_env"):
        (kept,) = readable_boards(FORMATS[name].boards(FORMATS[name].dumps([record])))
        assert kept.comments == record.comments


def test_a_long_comment_is_read_as_it_was_written() -> None:
    (record,) = loads(faults("R7_long_comment.pbn").read_bytes())
    assert "What do you say next? \n\nPartner" in record.comments[1].text
    assert lost([record], loads(dumps([record]))) == {}


LONG_LINES = st.lists(st.sampled_from(["word", "a", "x" * 60, " ", "\n", "\n\n", "y" * 199]), max_size=40)


@settings(max_examples=150, deadline=None)
@given(parts=LONG_LINES)
def test_writing_again_changes_nothing(parts: list[str]) -> None:
    record = replace(RECORD, comments=(Comment(" ".join(parts)), Comment(" ".join(parts), tag="Board")))
    once = dumps([record])
    assert dumps(loads(once)) == once


def test_a_line_that_ends_with_a_blank_keeps_its_end() -> None:
    text = "x " * 110 + "\nnew line"
    assert only(dumps([replace(RECORD, comments=(Comment(text),))])).comments[0].text.endswith("x\nnew line")
