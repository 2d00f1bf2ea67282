"""Text of other people reaches a terminal without the characters that a terminal obeys."""

from __future__ import annotations

import re
from datetime import datetime

import pytest

from bots.sheets.text import clock_time, printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [("good\x1b[2Jluck", "good [2Jluck"), ("two\nlines", "two lines"), ("a\u202eb\x07", "a b "), ("", "")],
)
def test_control_characters_become_blanks(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_letters_and_suits_of_any_language_stay() -> None:
    assert printable("Zoë ♠ 日本") == "Zoë ♠ 日本"


def test_a_time_is_written_with_hours_minutes_and_seconds() -> None:
    at = datetime(2026, 3, 4, 14, 3, 27)
    assert clock_time(int(at.timestamp() * 1000)) == "14:03:27"


def test_milliseconds_are_cut_off() -> None:
    assert clock_time(999) == clock_time(0)
    assert re.fullmatch(r"\d\d:\d\d:\d\d", clock_time(0))
