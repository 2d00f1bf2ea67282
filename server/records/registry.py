"""The registry of the kinds of game records that this server reads and writes.

The functions of this registry find the `Records` of a game by the content of a file, by the game's name, or
by the name of a file format.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from server.errors import BadRecord
from server.records.base import ReadEventFiles, Records, Replayed, Showing
from server.records.bridge.records import BridgeRecords
from server.records.hanabi.records import HanabiRecords
from server.records.json_text.first_bytes import first_comment, head_of
from server.records.spades.records import SpadesRecords

RECORDS: dict[str, Records[Any]] = {
    each.game: each
    for each in (
        BridgeRecords(),
        SpadesRecords(),
        HanabiRecords(),
    )
}
"""The `Records` of each game, by the name of the game.

Every function of the module `registry` reads the dictionary `RECORDS` at each call, so that a game can be
added at run time.
"""


def fallback() -> Records[Any]:
    """Return the `Records` of the game that reads every file that no other game recognises."""
    return next(each for each in RECORDS.values() if each.fallback)


def claimed(text: str | bytes) -> Records[Any] | None:
    """Return the `Records` of the game that recognises a file by its first bytes, or None if none does."""
    head = head_of(text)
    return next((each for each in RECORDS.values() if not each.fallback and each.claims(head)), None)


def recognise(text: str | bytes) -> Records[Any]:
    """Return the `Records` of the game that reads a file, found by the file's first bytes."""
    return claimed(text) or fallback()


def check_is_of(records: Records[Any], text: str | bytes) -> None:
    """Check that a file can hold records of the game of `records`.

    Raises BadRecord if the file is recognised as one of another game, and for a comment in the JSON of a game
    that allows no comments.
    """
    other = claimed(text)
    if other is not None and other is not records:
        raise BadRecord(f"line 1, column 1: expected {records.one}, got {other.kind}")
    check_comments(records, text)


def check_comments(records: Records[Any], text: str | bytes) -> None:
    """Raise BadRecord, with line and column, for a comment in the JSON of a game that allows no comments."""
    position = None if records.comments else first_comment(text)
    if position is not None:
        others = " or ".join(each.kind for each in RECORDS.values() if each.comments)
        raise BadRecord(
            f"line {position[0]}, column {position[1]}: expected JSON without comments for {records.many},"
            f" got a comment, which only {others} may have"
        )


def replay(file: str, data: bytes) -> Iterator[Replayed]:
    """Yield a row of output for each record of a file, in the order of the file.

    Each record is played by the rules of its game, which check every call, bid and card, and also the result
    and the score if the record holds them. No content of a file raises an exception: a file that cannot be
    read yields one row with `ok` False. `file` is the file name that the output rows show.
    """
    records = recognise(data)
    try:
        check_comments(records, data)
    except BadRecord as error:
        yield Replayed(records.fault_row(file, str(error)))
        return
    yield from records.rows(file, data)


def read_deals(
    text: str | bytes, game: str | None = None, warn: Callable[[str], object] = str
) -> tuple[Any, ...]:
    """Return the deals of a file, which a new table of the game `game` can play.

    If `game` is None, the file is read by the game that reads all unrecognised files. `warn` is a function
    that is called with the text of each warning about the file. Raises BadRecord for a file that cannot be
    read, or if tables of the game cannot play deals from a file.
    """
    records = fallback() if game is None else RECORDS.get(game)
    if records is None or records.deal_sets is None:
        raise BadRecord(f"expected a game whose tables can play deals from a file, got {game}")
    check_is_of(records, text)
    return records.deals(text, warn)


def shown_by(game: str) -> Records[Any] | None:
    """Return the `Records` that are shown by the replay game named `game`, or None if there are none."""
    return next((each for each in RECORDS.values() if each.showing and each.showing.game == game), None)


def load_replay(game: str, text: str | bytes, title: str) -> Any:
    """Return the action with which a table for replays starts to show the records of a file.

    Raises BadRecord for a file that cannot be read or shown. If the file belongs to another kind of replay,
    the error names that kind in its text and in its field `game`.
    """
    records = shown_by(game)
    if records is None or records.showing is None:
        raise BadRecord(f"expected the name of a game that shows records, such as `replay`, got {game}")
    other = claimed(text)
    if other is not None and other is not records and other.showing is not None:
        fault = BadRecord(
            f"expected {records.one}, but the file has {other.one},"
            f" which a table of {other.showing.game} shows"
        )
        fault.game = other.showing.game
        raise fault
    check_is_of(records, text)
    return records.showing.load(text, title)


def showing_of(text: str | bytes) -> Showing | None:
    """Return the code that opens a file as a replay, for the game to which the file's records belong.

    If the records of that game cannot be shown as a replay, return the replay that refuses the file with an
    error.
    """
    return recognise(text).showing or fallback().showing


def converter_of(form: str) -> Records[Any] | None:
    """Return the `Records` that `kibitz convert` can write in the format `form`, or None."""
    return next(
        (each for each in RECORDS.values() if each.conversion and each.format_named(form)),
        None,
    )


def event_files() -> ReadEventFiles[Any]:
    """Return the reader and writer of files of results of the first game whose files can be read."""
    found = (each.event_files for each in RECORDS.values())
    return next(each for each in found if isinstance(each, ReadEventFiles))


def result_line(game: str, state: Any) -> str:
    """Return the result of a finished deal in one line; "" for a game without such a line."""
    records = RECORDS.get(game)
    return "" if records is None or records.export is None else records.export.result_line(state)


def http_format(name: str) -> str:
    """Return the name that the HTTP API uses for a format that `kibitz convert` calls `name`."""
    keys = (key for each in RECORDS.values() for key, form in each.formats.items() if form.name == name)
    return next((key for key in keys), name)


def media_types() -> tuple[str, ...]:
    """Return the content types of all record formats, sorted."""
    return tuple(sorted({form.media_type for each in RECORDS.values() for form in each.formats.values()}))


def http_formats() -> str:
    """Return the list of all record formats for an error, by the names that the HTTP API uses."""
    usual = ", ".join(fallback().formats)
    others = ", or ".join(
        f"of {each.title} {', '.join(each.formats)}" for each in RECORDS.values() if not each.fallback
    )
    return f"{usual}, or for a game {others}"


def analysed_only() -> str:
    """Return the error for records that cannot be analysed; it names the kinds of records that can be."""
    return "; ".join(each.analysing.only for each in RECORDS.values() if each.analysing)
