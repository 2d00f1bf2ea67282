"""The layout of PBN's export format: lines of limited length, numbered notes, and any text."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from protocol.v1.bridge import Call
from server.records.bridge.pbn import dumps
from server.records.bridge.pbn.layout import LONGEST
from server.records.bridge.record import Column, Comment, InfoTable, RecordedCall
from tests.records.bridge.pbn.games import RECORD, again, auction, only, without_place


def test_notes_that_say_the_same_share_a_number() -> None:
    calls = tuple(RecordedCall(Call.PASS, explanation=text) for text in ("a", "b", "a"))
    written = dumps([replace(RECORD, calls=calls)])
    assert "Pass =1= Pass =2= Pass =1=\n" in written
    assert written.count("[Note") == 2


def test_there_are_32_notes_and_more_words_are_comments() -> None:
    calls = tuple(RecordedCall(Call.PASS, explanation=f"note {n}") for n in range(40))
    written = dumps([replace(RECORD, calls=calls)])
    assert written.count("[Note") == 32
    assert "Pass {note 39}" in written.replace("\n", " ")


@pytest.mark.parametrize(
    "text", ["{a} b", "} {", "a\n%b", 'x\n[Board "1"]\n{', "a;b", "a\n\n\nb", "%", "[x", '"', "\\"]
)
def test_comments_hold_any_text(text: str) -> None:
    record = replace(
        auction("1C Pass Pass Pass"), comments=tuple(Comment(text, at) for at in (0, 0, 1, 2, 4, 4))
    )
    assert again(record) == without_place(record)


def test_no_line_is_longer_than_255_signs() -> None:
    words = "word " * 200
    record = replace(
        RECORD,
        calls=(
            RecordedCall(Call.ONE_CLUB, explanation=words),
            RecordedCall(Call.PASS, explanation="y" * 600),
        ),
        comments=(Comment(words.strip()), Comment("x" * 1000, 1), Comment("{" + words.strip(), 2)),
        info={
            "Event": 'q"' * 300,
            "Site": "\\" * 999,
            "XTable": InfoTable((Column("a"),), (words, "z" * 400)),
        },
        players=("n" * 300, None, None, None),
    )
    written = dumps([record])
    assert max(map(len, written.split("\n"))) <= LONGEST
    back = only(written)
    assert Comment(words.strip()) in back.comments
    assert any(each.text.startswith("North: nnn") for each in back.comments)
    assert any(each.calls == 1 and each.text == words.strip() for each in back.comments)


@pytest.mark.parametrize("value", ["#", "##", "##x", " #", 'a"b', "\\", 'c:\\"', "] [", "{", "%", ";"])
def test_values_may_hold_any_sign(value: str) -> None:
    record = replace(RECORD, info={"Event": value, "Room": value}, players=(None, value + "x", None, None))
    assert again(record) == record


def test_control_characters_do_not_break_lines() -> None:
    record = replace(RECORD, info={"Event": "a\nb\tc\x00d"}, comments=(Comment("e\r\tf\x00"),))
    back = again(record)
    assert back.info == {"Event": "a b c d"}
    assert [each.text for each in back.comments] == ["e  f"] or [each.text for each in back.comments] == [
        "e f"
    ]
