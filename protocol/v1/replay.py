"""The actions of the leader in a replay of any game: show a position, or end the replay."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

MAX_BOARDS = 512
"""The maximum number of boards in a file that is opened as a replay."""

Place = Annotated[int, Meta(ge=0, le=9999)]


class Seek(Struct, frozen=True, tag_field="t", tag="seek", gc=False):
    """Show board `board` of the replayed file (from 0) after the first `at` moves of its record.

    If the leader has tried moves, `seek` discards the tried moves. The `act` message with a `seek` has no
    `decision`.
    """

    board: Place
    at: Place


class Rewind(Struct, frozen=True, tag_field="t", tag="rewind", gc=False):
    """While the leader of a replay has tried moves, show the position after `at` moves of the board.

    `at` counts the recorded moves before the first tried move, and the tried moves. To show a position of the
    record before the tried moves, the leader sends `seek`. The `act` message with a `rewind` has no
    `decision`.
    """

    at: Place


class Finish(Struct, frozen=True, tag_field="t", tag="finish", gc=False):
    """End the replay and close the table.

    At the end of a replay that was opened without a file, the table does not close: it shows the next random
    board.
    """


class Finished(Struct, frozen=True, gc=False):
    """The result of a replay: the number of boards in its file."""

    boards: int
