"""The registry of games whose records this server reads and writes.

Look-ups find the records of a game by a file, a game or a format.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from server.errors import BadRecord
from server.records.base import Records, Replayed, Showing
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
"""The records of each game, by the name of the game.

Every look-up reads this dictionary when it is called, so that a game can be added at run time.
"""


def fallback() -> Records[Any]:
    """Return the records of the game that gets every file that no other game claims."""
    return next(each for each in RECORDS.values() if each.fallback)


def claimed(text: str | bytes) -> Records[Any] | None:
    """Return the records of the game that claims a file by its first bytes, or None without such a game."""
    head = head_of(text)
    return next((each for each in RECORDS.values() if not each.fallback and each.claims(head)), None)


def recognise(text: str | bytes) -> Records[Any]:
    """Return the records of the game that claims a file, or the fallback if no game claims the file."""
    return claimed(text) or fallback()


def check_is_of(records: Records[Any], text: str | bytes) -> None:
    """Check that a file can hold records of this game.

    Raises BadRecord for a file that another game claims, and for a comment in JSON that may not have
    comments.
    """
    other = claimed(text)
    if other is not None and other is not records:
        raise BadRecord(f"line 1, column 1: expected {records.one}, got {other.kind}")
    check_comments(records, text)


def check_comments(records: Records[Any], text: str | bytes) -> None:
    """Raise BadRecord, with line and column, for a JSON comment in records of a game without comments."""
    position = None if records.comments else first_comment(text)
    if position is not None:
        others = " or ".join(each.kind for each in RECORDS.values() if each.comments)
        raise BadRecord(
            f"line {position[0]}, column {position[1]}: expected JSON without comments for {records.many},"
            f" got a comment, which only {others} may have"
        )


def replay(file: str, data: bytes) -> Iterator[Replayed]:
    """Yield a row for each record of a file, in the order of the file.

    Each record is played by the rules, which check every call, bid and card, and also the result and the
    score if the record holds them. Never raises an error for the content of a file: a file that cannot be
    read yields one row that is not `ok`. `file` is the name of the file for the rows.
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
    """Return the deals of a file, on which a table of `game` can be opened.

    Without `game` the fallback reads the file. `warn` is called with each warning. Raises BadRecord for a
    bad file, and for a game that has no files of deals.
    """
    records = fallback() if game is None else RECORDS.get(game)
    if records is None or records.deal_sets is None:
        raise BadRecord(f"expected a game whose tables are opened on a file of deals, got {game}")
    check_is_of(records, text)
    return records.deals(text, warn)


def shown_by(game: str) -> Records[Any] | None:
    """Return the records that the replay game of this name shows, or None if there is no such replay game."""
    return next((each for each in RECORDS.values() if each.showing and each.showing.game == game), None)


def load_replay(game: str, text: str | bytes, title: str) -> Any:
    """Return the action of chance that opens a file at a table of a replay game.

    Raises BadRecord for a bad file. If another replay game shows the file, the error names that game.
    """
    records = shown_by(game)
    if records is None or records.showing is None:
        raise BadRecord(f"expected a game that shows records, got {game}")
    other = claimed(text)
    if other is not None and other is not records and other.showing is not None:
        raise BadRecord(f"expected {records.one}, got {other.one}, which a {other.showing.game} shows")
    check_is_of(records, text)
    return records.showing.load(text, title)


def showing_of(text: str | bytes) -> Showing | None:
    """Return the replay of the game whose records a file holds.

    If that game has no replay, return the replay of the fallback, which refuses the file with a reason.
    """
    return recognise(text).showing or fallback().showing


def converter_of(form: str) -> Records[Any] | None:
    """Return the records of the game for which `kibitz convert` writes the format of this name, or None."""
    return next(
        (each for each in RECORDS.values() if each.conversion and each.format_named(form)),
        None,
    )


def http_format(name: str) -> str:
    """Return the name of a format in HTTP, which for some formats is shorter than in `kibitz convert`."""
    keys = (key for each in RECORDS.values() for key, form in each.formats.items() if form.name == name)
    return next((key for key in keys), name)


def media_types() -> tuple[str, ...]:
    """Return the content types of all formats, sorted."""
    return tuple(sorted({form.media_type for each in RECORDS.values() for form in each.formats.values()}))


def http_formats() -> str:
    """Return the names of all formats in HTTP as a list for an error message."""
    usual = ", ".join(fallback().formats)
    others = ", or ".join(
        f"of {each.title} {', '.join(each.formats)}" for each in RECORDS.values() if not each.fallback
    )
    return f"{usual}, or for a game {others}"


def analysed_only() -> str:
    """Return the sentence that names the records that can be analysed, for the error about other records."""
    return "; ".join(each.analysing.only for each in RECORDS.values() if each.analysing)
