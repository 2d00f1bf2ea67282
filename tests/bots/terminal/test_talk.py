"""Chat at a terminal: a line goes to the receivers that it names, and names its sender."""

from __future__ import annotations

import pytest

from bots.terminal.talk import read_talk, said_words
from protocol.v1.updates import Said


@pytest.mark.parametrize(
    ("typed", "to", "words"),
    [
        ("/hello all", "table", "hello all"),
        ("/opp well bid", "opponents", "well bid"),
        ("/td we need you", "director", "we need you"),
        ("/kib quiet please", "kibitzers", "quiet please"),
    ],
)
def test_a_line_after_a_slash_goes_to_the_receivers_that_it_names(typed: str, to: str, words: str) -> None:
    assert read_talk(typed) == (to, words)


def test_an_empty_chat_line_is_refused_with_help() -> None:
    with pytest.raises(ValueError, match="expected a message"):
        read_talk("/opp")


def test_a_chat_line_names_its_sender_and_its_receivers() -> None:
    seat = "NESW".__getitem__
    assert said_words(Said("Ann", "hi", 0), seat) == "Ann: hi"
    assert said_words(Said("Ann", "hi", 0, seat=2, to="opponents"), seat) == "Ann (S) to opponents: hi"
    carl = Said("Carl", "a squeeze", 0, role="commentator")
    assert said_words(carl, seat) == "Carl (commentator): a squeeze"
