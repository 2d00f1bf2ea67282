"""Text of other people reaches a terminal without the characters that a terminal obeys."""

from __future__ import annotations

import pytest

from bots.sheets.sanitize import printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [("good\x1b[2Jluck", "good [2Jluck"), ("two\nlines", "two lines"), ("a\u202eb\x07", "a b "), ("", "")],
)
def test_control_characters_become_blanks(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_letters_and_suits_of_any_language_stay() -> None:
    assert printable("Zoë ♠ 日本") == "Zoë ♠ 日本"
