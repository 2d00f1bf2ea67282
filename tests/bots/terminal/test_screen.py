"""What is drawn on a small terminal: something long in the place of the table, page by page."""

from __future__ import annotations

import io

from rich.console import Console

from bots.terminal.screen import Screen

ROWS = 24


def drawn(console: Console, screen: Screen, text: str) -> str:
    """What is drawn newly when the screen is told this."""
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


def test_nothing_that_others_wrote_moves_the_cursor() -> None:
    console = small()
    with Screen(console) as screen:
        assert "\x1b[2J" not in drawn(console, screen, "Acol\x1b[2J\x07")
        screen.say("\x1b[2Jboo")
        assert "\x1b[2J" not in console.file.getvalue()


def test_as_much_of_what_was_said_stays_as_there_is_room() -> None:
    console = small()
    with Screen(console) as screen:
        for number in range(1, 13):
            screen.say(f"{number}. " + "word " * 40)
        begin = len(console.file.getvalue())
        screen.say("the end")
        now = console.file.getvalue()[begin:]
        assert "the end" in now and "12. word" in now and "1. word" not in now.replace("11. word", "")
        assert now.count("\n") < ROWS
