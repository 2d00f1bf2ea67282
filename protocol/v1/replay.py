"""What leaders of a replay do, whatever game it is of: seek, rewind a tried line, finish."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

MAX_BOARDS = 512
"""How many boards a file may have that is opened as a replay."""

Place = Annotated[int, Meta(ge=0, le=9999)]


class Seek(Struct, frozen=True, tag_field="t", tag="seek", gc=False):
    """Show a board of the file, from 0, when so many moves of its record were made.

    A line that was tried is given up. Answers no decision.
    """

    board: Place
    at: Place


class Rewind(Struct, frozen=True, tag_field="t", tag="rewind", gc=False):
    """Show the line that is tried when so many moves were made, those of the record before it counted.

    Not before the place where it leaves the record: to go there, `seek`. Answers no decision.
    """

    at: Place


class Finish(Struct, frozen=True, tag_field="t", tag="finish", gc=False):
    """End the replay, and with it the table; where boards are dealt by chance, the next one comes."""


class Finished(Struct, frozen=True, gc=False):
    """The result of a replay: how many boards its file had."""

    boards: int
