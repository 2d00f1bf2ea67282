"""Files of recorded games of Hanabi, as JSON or as addresses: each game read and judged, or what is wrong."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from server.errors import BadRecord
from server.formats import hanabi_live
from server.formats.hanabi_live import compressed
from server.formats.hanabi_live.judged import Judged, judge
from server.formats.hanabi_live.record import GameRecord
from server.formats.json_text.items import Item

MOST_LETTERS = 4_000
"""No game has so many in its compressed form."""


class Recorded(Struct, frozen=True):
    """A game of a file: its record and what came of it, as far as it could be read and done.

    `error` says where in the file what is wrong, None for a game that keeps the rules.
    """

    record: GameRecord | None
    judged: Judged | None
    error: str | None = None


def recorded(data: bytes) -> Iterator[Recorded]:
    """Each game of a file, in its order. Raises BadRecord where the whole cannot be read."""
    if compressed.SIGN.match(data.lstrip()):
        yield from (_of_letters(line, text) for line, text in _lines(data))
    else:
        yield from map(_of_json, hanabi_live.games(data))


def _of_json(item: Item) -> Recorded:
    try:
        record = hanabi_live.read(item)
    except BadRecord as error:
        return Recorded(None, None, str(error))
    judged = judge(record)
    fault = judged.fault
    return Recorded(record, judged, None if fault is None else item.fault(fault.what, fault.path))


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
        record = compressed.loads(text)
    except BadRecord as error:
        return Recorded(None, None, f"{place}: {error}")
    judged = judge(record)
    fault = judged.fault
    wrong = None if fault is None else f"{place}: {fault.what} - at `{fault.path}`"
    return Recorded(record, judged, wrong)
