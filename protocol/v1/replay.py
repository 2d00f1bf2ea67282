"""Actions that lead a replay of any game: seek a position, move within a tried line, finish."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

MAX_BOARDS = 512
"""The maximum number of boards in a file that is opened as a replay."""

Place = Annotated[int, Meta(ge=0, le=9999)]


class Seek(Struct, frozen=True, tag_field="t", tag="seek", gc=False):
    """Show board `board` of the file (from 0) after the first `at` moves of its record.

    If the leader has tried another line, `seek` gives that line up. The action is sent without a `decision`.
    """

    board: Place
    at: Place


class Rewind(Struct, frozen=True, tag_field="t", tag="rewind", gc=False):
    """Show the tried line after `at` moves, counted from the first move of the board.

    `at` is not before the position at which the tried line leaves the record; for an earlier position, send
    `seek`. The action is sent without a `decision`.
    """

    at: Place


class Finish(Struct, frozen=True, tag_field="t", tag="finish", gc=False):
    """End the replay and close the table.

    A replay that was opened without a file does not close: it deals the next random board.
    """


class Finished(Struct, frozen=True, gc=False):
    """The result of a replay: the number of boards in its file."""

    boards: int
