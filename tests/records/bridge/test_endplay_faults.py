"""What in endplay's Board JSON is refused, and where it is said to be."""

from __future__ import annotations

import json

import pytest

from server.errors import BadRecord
from server.records.bridge.endplay_json import boards, loads
from server.records.bridge.record import BoardRecord, Fault
from tests.records.bridge.board_json import Json, auction, board, cards, text

# What is refused, and how it is told


@pytest.mark.parametrize(
    ("document", "error"),
    [
        (board(colour="red"), r"got the unknown field `colour` - at `\$.colour`"),
        (board(auction=[{"level": 1}]), r"expected level and denom, .* got level - at `\$.auction\[0\]`"),
        (board(auction=[{}]), r"got none of them - at `\$.auction\[0\]`"),
        (board(auction=[{**auction("1C")[0], "penalty": "pass"}]), "got level and denom and penalty"),
        (board(auction=[{"level": 8, "denom": "nt"}]), r"<= 7, got 8 - at `\$.auction\[0\].level`"),
        (board(play=[{"suit": "nt", "rank": "2"}]), r"expected spades or hearts .* got 'nt' - at `\$.play"),
        (board(play=[{"suit": "clubs", "rank": "1"}]), r"expected 2 or 3 .* or A, got '1' - at `\$.play"),
        (board(dealer="north", **{"dealer ": "west"}), "expected one dealer, got 'dealer' north and"),
        (board(vul="all"), r"expected none or both or ns or ew, got 'all' - at `\$.vul`"),
        (board(board_num="7"), r"expected `int \| null`, got `str` - at `\$.board_num`"),
        (board(play="SA"), r"expected `array`, got `str` - at `\$.play`"),
        ({"auction": [], "play": [], "board_num": 1}, "expected the required field `deal`"),
        (board(info={"Note": 7}), r"got `int` - at `\$.info"),
    ],
)
def test_a_board_that_is_not_of_the_format_is_refused_with_its_path(document: Json, error: str) -> None:
    with pytest.raises(BadRecord, match=error):
        loads(text(document))


def test_a_trick_in_progress_has_at_most_three_cards() -> None:
    document = board()
    document["deal"]["curtrick"] = cards("SA SK SQ SJ")
    with pytest.raises(BadRecord, match=r"length <= 3, got .* - at `\$.deal.curtrick`"):
        loads(text(document))


def test_the_path_tells_which_board_of_a_list_is_meant() -> None:
    with pytest.raises(BadRecord, match=r"at `\$\[1\]\.vul`"):
        loads(text(board(), board(vul="red")))


def test_one_bad_board_does_not_hide_the_others() -> None:
    good, bad, last = boards(text(board(), board(vul="red"), board()))
    assert isinstance(good, BoardRecord)
    assert isinstance(last, BoardRecord)
    assert isinstance(bad, Fault)


@pytest.mark.parametrize(
    ("broken", "error"),
    [
        ('{"deal":\n {"north": ?', "line 2, column 12: expected endplay's Board JSON"),
        ('[{"deal": {"north": [', "truncated"),
        ("[" * 100_000, "nested too deeply"),
        ("", "line 1, column 1: expected endplay's Board JSON"),
        (text(board(info={"North": "?"})).encode().replace(b"?", b"\xff"), "expected endplay's Board JSON"),
        (text(board(info={"North": "?"})).replace("?", "\\ud800"), "expected endplay's Board JSON"),
        ("[] []", "line 1, column 5"),
        ("7", r"expected `object`, got `int` - at `\$`"),
    ],
)
def test_what_is_not_json_is_refused_where_it_stops_to_be(broken: str | bytes, error: str) -> None:
    with pytest.raises(BadRecord, match=error):
        loads(broken)


# Where it is


def test_a_board_knows_its_lines() -> None:
    first, second = loads(json.dumps([board(), board()], indent=1))
    lines = json.dumps([board(), board()], indent=1).split("\n")
    assert (first.place.line, first.place.column) == (2, 2)
    assert lines[second.place.line - 1] == " {"
    assert lines[second.place.calls - 1].strip() == '"auction": [],'
    assert lines[second.place.cards - 1].strip() == '"play": [],'


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (
            text(board()).encode("utf-16"),
            "line 1, column 1: expected endplay's Board JSON in UTF-8, got UTF-16",
        ),
        (b'[{"deal": "\xe9"}]', "line 1, column 12: expected endplay's Board JSON in UTF-8, got byte 0xe9"),
        (b"\x00" * 9, "line 1, column 1: expected endplay's Board JSON in UTF-8"),
        (b'{"a": NaN}', "line 1, column 7: expected endplay's Board JSON, got 'NaN'"),
        (b"[" * 2**20, "line 1, column 201: expected endplay's Board JSON, got JSON nested too deeply"),
        (b"[" + b"1," * 2**20 + b"1]", r"line 1, column 2: expected a Board \(a JSON object\), got 1"),
        (b'"' + b"\\" * 2**20, "expected endplay's Board JSON, got a file that is truncated there"),
        (text(board(board_num=10**40)).encode(), r"line 1, column \d+: .* got 1000000.* - at `\$.board_num`"),
    ],
)
def test_what_cannot_be_a_file_of_boards_is_refused_in_one_line(data: bytes, error: str) -> None:
    with pytest.raises(BadRecord, match=f"^{error}|^line 1, column .*{error}"):
        loads(data)
