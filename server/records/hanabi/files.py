"""Files of recorded games of Hanabi, as JSON or as addresses: each game read and judged, or what is wrong."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from server.errors import BadRecord
from server.records import hanabi
from server.records.hanabi import compressed
from server.records.hanabi.record import GameRecord
from server.records.hanabi.unknown_fields import unknown_fields
from server.records.hanabi.validate import Judged, judge
from server.records.json_text.comments import comment_start
from server.records.json_text.items import Item

BOM = b"\xef\xbb\xbf"
MOST_LETTERS = 4_000
"""No game has so many in its compressed form."""


class Recorded(Struct, frozen=True):
    """A game of a file: its record and what came of it, as far as it could be read and done.

    `error` says where in the file what is wrong, None for a game that keeps the rules. `warnings` say what of
    the game is not read or does not count, each with its place.
    """

    record: GameRecord | None
    judged: Judged | None
    error: str | None = None
    warnings: tuple[str, ...] = ()


def recorded(data: bytes) -> Iterator[Recorded]:
    """Each game of a file, in its order. Raises BadRecord where the whole cannot be read."""
    data = data.removeprefix(BOM)
    if compressed.SIGN.match(data.lstrip()):
        yield from (_of_letters(line, text) for line, text in _lines(data))
    else:
        yield from map(_of_json, hanabi.games(data))


def has_comments(data: bytes) -> bool:
    """Return whether a file of games is JSON with comments, which no record keeps."""
    return compressed.SIGN.match(data.removeprefix(BOM).lstrip()) is None and comment_start(data) is not None


def _of_json(item: Item) -> Recorded:
    try:
        record = hanabi.read(item)
        warnings = unknown_fields(item)
    except BadRecord as error:
        return Recorded(None, None, str(error))
    judged = judge(record)
    if judged.fault is not None:
        return Recorded(record, judged, item.fault(judged.fault.what, judged.fault.path), warnings)
    told = (item.fault(each.what, each.path) for each in judged.warnings)
    return Recorded(record, judged, None, (*warnings, *told))


def _lines(data: bytes) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, with their numbers from 1."""
    for number, line in enumerate(data.split(b"\n"), 1):
        text = line[: MOST_LETTERS + 1].decode("utf-8", "replace").strip()
        if text:
            yield number, text


def _of_letters(line: int, text: str) -> Recorded:
    place = f"line {line}, column 1"
    try:
        if len(text) > MOST_LETTERS:
            raise BadRecord(f"expected a game in at most {MOST_LETTERS} letters, got more")
        record, rest = compressed.loads(text), compressed.passed_over(text)
    except BadRecord as error:
        return Recorded(None, None, f"{place}: {error}")
    warnings = []
    if rest is not None:
        warnings.append(
            f"{place}: expected three parts between commas, got more; {rest[:40]!r} is passed over"
        )
    judged = judge(record)
    if judged.fault is not None:
        fault = f"{place}: {judged.fault.what} - at `{judged.fault.path}`"
        return Recorded(record, judged, fault, tuple(warnings))
    warnings += (f"{place}: {each.what} - at `{each.path}`" for each in judged.warnings)
    return Recorded(record, judged, None, tuple(warnings))
