"""Actions that lead a replay of any game: seek a position, move within a tried line, finish."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

MAX_BOARDS = 512
"""The maximum number of boards in a file that is opened as a replay."""

Place = Annotated[int, Meta(ge=0, le=9999)]


class Seek(Struct, frozen=True, tag_field="t", tag="seek", gc=False):
    """Show board `board` of the file (from 0) after the first `at` moves of its record.

    A line that was tried is given up. The action answers no decision.
    """

    board: Place
    at: Place


class Rewind(Struct, frozen=True, tag_field="t", tag="rewind", gc=False):
    """Show the tried line after its first `at` moves, counting the moves of the record before it.

    `at` cannot be before the position where the line leaves the record; use `seek` for that. The action
    answers no decision.
    """

    at: Place


class Finish(Struct, frozen=True, tag_field="t", tag="finish", gc=False):
    """End the replay and close the table.

    At a table that deals boards by chance, the next board is dealt instead.
    """


class Finished(Struct, frozen=True, gc=False):
    """The result of a replay: the number of boards in its file."""

    boards: int
