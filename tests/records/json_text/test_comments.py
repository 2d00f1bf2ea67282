"""Comments in JSON are replaced by blanks, so that every value keeps its line and column."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.errors import BadRecord
from server.records.hanabi import dumps, loads
from server.records.json_text.comments import comment_start, without_comments
from tests.records.hanabi.games import game, game_with_marks_in_notes

STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
PIECES = st.sampled_from(["// x\n", "/* x */", "/*\n\u2663 */", "//\u00e9\r\n", " ", "\n", "/**/"])


def test_what_looks_like_a_comment_in_a_string_is_text() -> None:
    record = game_with_marks_in_notes()
    assert loads(dumps([record])) == (record,)
    assert loads(f"// https://x\n{dumps([record])}// end") == (record,)
    assert comment_start(dumps([record]).encode()) is None


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(PIECES, st.text(alphabet='ab\\"/*\n\u2663', max_size=6)), max_size=8))
def test_strings_stay_and_every_character_keeps_its_line_and_column(parts: list[tuple[str, str]]) -> None:
    pieces = [(piece, json.dumps(string, ensure_ascii=False)) for piece, string in parts]
    data = "".join(piece + string for piece, string in pieces)
    bare = without_comments(data.encode()).decode()
    assert [len(line) for line in bare.split("\n")] == [len(line) for line in data.split("\n")]
    assert all(new in (old, " ") for new, old in zip(bare, data, strict=True))
    assert [json.loads(each) for each in STRING.findall(bare)] == [each for _, each in parts]


@pytest.mark.parametrize("before", ["// note\n", "/* \u00e9\u2663 */ ", "/* a\n b */", "\n\n// \u2663\n  "])
def test_an_error_behind_a_comment_has_the_line_and_column_of_an_editor(before: str) -> None:
    text = dumps([game()]).replace('"deck":', f'{before}"deck":').replace('"rank":', '"rank":/*\u00e9*/x', 1)
    at = text.index("*/x") + 2
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    with pytest.raises(BadRecord) as refused:
        loads(text)
    assert str(refused.value).startswith(
        f"line {line}, column {column}: expected a game of Hanabi as JSON, got"
    )


@pytest.mark.parametrize("text", ["/* never ends", "/", "/ / note", "# note"])
def test_a_comment_of_another_kind_or_without_an_end_is_refused_at_its_place(text: str) -> None:
    with pytest.raises(BadRecord) as refused:
        loads(f'{{"players":\n  {text}\n["Ann", "Bob"], "deck": [], "actions": []}}')
    assert str(refused.value).startswith("line 2, column 3: expected a game of Hanabi as JSON, got ")


def test_a_string_without_an_end_hides_no_comment() -> None:
    with pytest.raises(BadRecord, match="truncated there"):
        loads('{"players": ["Ann // ')


@pytest.mark.parametrize("junk", [b'{"deck": "' + b'\\"' * (5 << 20), b"/*" * (5 << 20), b"//" * (5 << 20)])
def test_ten_megabytes_of_marks_are_one_error(junk: bytes) -> None:
    with pytest.raises(BadRecord):
        loads(junk)
