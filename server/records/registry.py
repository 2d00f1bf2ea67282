"""The games whose records this server reads and writes, and the look-ups by file, game and format."""

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
"""By the name of the game. Every look-up reads it when it is called, so that a game may be added."""


def fallback() -> Records[Any]:
    """Return the records that a file is taken for which no game claims."""
    return next(each for each in RECORDS.values() if each.fallback)


def claimed(text: str | bytes) -> Records[Any] | None:
    """Return the records of the game that claims a file by its first bytes; None where no game does."""
    head = head_of(text)
    return next((each for each in RECORDS.values() if not each.fallback and each.claims(head)), None)


def recognise(text: str | bytes) -> Records[Any]:
    """Return the records that a file holds by its first bytes, the fallback's where no game claims it."""
    return claimed(text) or fallback()


def check_is_of(records: Records[Any], text: str | bytes) -> None:
    """Raise BadRecord for a file that another game claims, and for comments in JSON that may have none."""
    other = claimed(text)
    if other is not None and other is not records:
        raise BadRecord(f"line 1, column 1: expected {records.one}, got {other.kind}")
    check_comments(records, text)


def check_comments(records: Records[Any], text: str | bytes) -> None:
    """Raise BadRecord, with line and column, for a comment in JSON of a game that has none."""
    place = None if records.comments else first_comment(text)
    if place is not None:
        others = " or ".join(each.kind for each in RECORDS.values() if each.comments)
        raise BadRecord(
            f"line {place[0]}, column {place[1]}: expected JSON without comments for {records.many},"
            f" got a comment, which only {others} may have"
        )


def replay(file: str, data: bytes) -> Iterator[Replayed]:
    """Yield a row for each record of a file of this name, in its order, played again by the rules.

    Never raises for what a file holds: one that cannot be read has one row that is not `ok`. All that was
    called, bid and played is judged by the rules, and so are results and scores where the record tells them.
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
    """Return the deals of a file on which a table of the game can be opened; without one, the fallback's.

    Raises BadRecord.
    """
    records = fallback() if game is None else RECORDS.get(game)
    if records is None or records.deal_sets is None:
        raise BadRecord(f"no table of {game} is opened on a file of deals")
    check_is_of(records, text)
    return records.deals(text, warn)


def shown_by(game: str) -> Records[Any] | None:
    """Return the records that the replay game of this name shows."""
    return next((each for each in RECORDS.values() if each.showing and each.showing.game == game), None)


def load_replay(game: str, text: str | bytes, title: str) -> Any:
    """Return chance's action that opens a file at a table of a replay game. Raises BadRecord.

    A file that another replay game shows is refused with the name of that game.
    """
    records = shown_by(game)
    if records is None or records.showing is None:
        raise BadRecord(f"no records are known that a table of {game} shows")
    other = claimed(text)
    if other is not None and other is not records and other.showing is not None:
        raise BadRecord(f"expected {records.one}, got {other.one}, which a {other.showing.game} shows")
    check_is_of(records, text)
    return records.showing.load(text, title)


def showing_of(text: str | bytes) -> Showing | None:
    """Return the replay that shows a file; the fallback's for records that have none, which it refuses."""
    return recognise(text).showing or fallback().showing


def converter_of(form: str) -> Records[Any] | None:
    """Return the records that `kibitz convert` writes in the format of this name."""
    return next(
        (each for each in RECORDS.values() if each.conversion and each.format_named(form)),
        None,
    )


def http_format(name: str) -> str:
    """Return the name of a format in HTTP, where some have shorter ones than in `kibitz convert`."""
    keys = (key for each in RECORDS.values() for key, form in each.formats.items() if form.name == name)
    return next((key for key in keys), name)


def media_types() -> tuple[str, ...]:
    """Return the content types of all formats, sorted."""
    return tuple(sorted({form.media_type for each in RECORDS.values() for form in each.formats.values()}))


def http_formats() -> str:
    """Return the names of all formats in HTTP, as an error lists them."""
    usual = ", ".join(fallback().formats)
    others = ", or ".join(
        f"of {each.title} {', '.join(each.formats)}" for each in RECORDS.values() if not each.fallback
    )
    return f"{usual}, or for a game {others}"


def analysed_only() -> str:
    """Return the sentence for records that cannot be analysed: which can."""
    return "; ".join(each.analysing.only for each in RECORDS.values() if each.analysing)
