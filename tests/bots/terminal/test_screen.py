"""Tests of a small terminal: a long text is shown in place of the table, page by page."""

from __future__ import annotations

import io

from rich.console import Console

from bots.terminal.screen import Screen

ROWS = 24


def drawn(console: Console, screen: Screen, text: str) -> str:
    """Return the new output of the screen for one change."""
    begin = len(console.file.getvalue())
    screen.page(text)
    return console.file.getvalue()[begin:]


def small() -> Console:
    return Console(file=io.StringIO(), width=80, height=ROWS, force_terminal=True)


def test_a_long_text_is_shown_page_by_page_and_then_the_table_again() -> None:
    console = small()
    with Screen(console) as screen:
        screen.say("well played")
        first = drawn(console, screen, "\n".join(f"line {number}." for number in range(1, 31)))
        assert "line 1." in first and "line 21." in first and "line 22." not in first
        assert "Enter: more" in first and "well played" not in first
        second = drawn(console, screen, "")
        assert "line 22." in second and "line 30." in second and "Enter: back to the table" in second
        assert "well played" in drawn(console, screen, "")


def test_text_of_other_people_does_not_move_the_cursor() -> None:
    console = small()
    with Screen(console) as screen:
        assert "\x1b[2J" not in drawn(console, screen, "Acol\x1b[2J\x07")
        screen.say("\x1b[2Jboo")
        assert "\x1b[2J" not in console.file.getvalue()


def test_the_newest_printed_lines_fill_the_room_below_the_table() -> None:
    console = small()
    with Screen(console) as screen:
        for number in range(1, 13):
            screen.say(f"{number}. " + "word " * 40)
        begin = len(console.file.getvalue())
        screen.say("the end")
        now = console.file.getvalue()[begin:]
        assert "the end" in now and "12. word" in now and "1. word" not in now.replace("11. word", "")
        assert now.count("\n") < ROWS
