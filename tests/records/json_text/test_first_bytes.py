"""The first bytes of a file show its game and its format, whatever comments stand before them."""

from __future__ import annotations

import pytest

from server.errors import BadRecord
from server.records.hanabi import dumps, loads
from server.records.registry import read_deals
from tests.records.bridge.board_json import board
from tests.records.bridge.board_json import text as board_text
from tests.records.hanabi.games import game
from tests.records.replaying import is_of_hanabi


def test_a_file_that_begins_with_a_long_comment_is_recognised() -> None:
    text = "// a line of a comment\n" * 500 + dumps([game()])
    assert is_of_hanabi(text) and is_of_hanabi(text.encode()) and loads(text) == (game(),)
    inside = "{" + "/* more */" * 1_000 + dumps([game()])[1:]
    assert is_of_hanabi(inside) and loads(inside) == (game(),)


def test_what_a_comment_says_does_not_tell_the_format() -> None:
    for comment in ('// "suitIndex": 1, "deck": []\n', '/* "players": ["Ann"] */'):
        assert not is_of_hanabi(f'{comment}{{"foo": 1}}')
        assert not is_of_hanabi(f'{{{comment}"foo": 1}}')


@pytest.mark.parametrize("content", [board_text(board()), '{"foo": 1}', '[{"x": "//"}]'])
def test_other_json_may_have_no_comments_and_its_error_names_the_one_kind_that_may(content: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read_deals(f"\n // \u2663 mine\n{content}")
    assert str(refused.value) == (
        "line 2, column 2: expected JSON without comments for boards of bridge, got a comment,"
        " which only a game of Hanabi (Hanabi Live) may have"
    )
