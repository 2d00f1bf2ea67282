"""A leader's command makes one step through a replay, and never a step beyond its file."""

from __future__ import annotations

import pytest
from msgspec import Struct

from bots.sheets.steps import Step, read_step
from protocol.v1.replay import Finish, Rewind, Seek


class Position(Struct):
    """A position in the second of three boards: after 5 of 20 moves of the recorded line."""

    place: int = 1
    files_boards: int = 3
    at: int = 5
    moves: int = 20
    tried: int | None = None


@pytest.mark.parametrize(
    ("typed", "step"),
    [
        ("n", Seek(1, 6)),
        ("b", Seek(1, 4)),
        (" First ", Seek(1, 0)),
        ("last", Seek(1, 20)),
        ("nn", Seek(2, 0)),
        ("bb", Seek(0, 0)),
        ("g 12", Seek(1, 12)),
        ("board 3", Seek(2, 0)),
        ("finish", Finish()),
        ("n now", None),
        ("go to bed", None),
        ("1NT", None),
    ],
)
def test_a_command_is_a_step_and_any_other_line_is_none(typed: str, step: Step | None) -> None:
    assert read_step(typed, Position(), "board") == step


def test_a_line_that_was_tried_is_taken_back_and_left_again() -> None:
    tried = Position(at=9, tried=7)
    assert read_step("b", tried, "board") == Rewind(8)
    assert read_step("g 3", tried, "board") == Seek(1, 3)
    assert read_step("r", tried, "board") == Seek(1, 7)
    with pytest.raises(ValueError, match="you have tried no other moves"):
        read_step("r", Position(), "board")


@pytest.mark.parametrize(
    ("typed", "position", "error"),
    [
        ("b", Position(at=0), "the replay is at its beginning: expected a move from 0 to 20"),
        ("n", Position(at=20), "there are no further moves: expected a move from 0 to 20"),
        ("nn", Position(place=2), "expected a board from 1 to 3, got 4"),
        ("board 0", Position(), "expected a board from 1 to 3, got 0"),
        ("g", Position(), "expected a number as in `g 12`, got ''"),
        ("board x", Position(), "expected a number as in `board 5`, got 'x'"),
    ],
)
def test_a_step_beyond_the_file_is_refused_with_the_limits(
    typed: str, position: Position, error: str
) -> None:
    with pytest.raises(ValueError, match=error):
        read_step(typed, position, "board")
