"""The games in a file of Hanabi records, each with its validation.

The file has the JSON of Hanabi Live, or one address (URL) of a replay on Hanabi Live in each line.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from server.errors import BadRecord
from server.records import hanabi
from server.records.hanabi import compressed
from server.records.hanabi.record import GameRecord
from server.records.hanabi.unknown_fields import unknown_fields
from server.records.hanabi.validate import Validation, validate
from server.records.json_text.comments import comment_start
from server.records.json_text.items import Item

BOM = b"\xef\xbb\xbf"
MOST_LETTERS = 4_000
"""The largest number of letters in a replay's address; no game needs more."""


class ReadGame(Struct, frozen=True):
    """A game of Hanabi that was read from a file, with the result of its validation.

    `record` and `validation` are None for a game that cannot be read. `error` is the first error in the game
    with its position in the file, or None for a game that keeps the rules. `warnings` are texts, each with a
    position in the file, about content of the game that is ignored or does not count.
    """

    record: GameRecord | None
    validation: Validation | None
    error: str | None = None
    warnings: tuple[str, ...] = ()


def read_games(data: bytes) -> Iterator[ReadGame]:
    """Yield the games in a file of Hanabi records, in the order of the file.

    A game with an error is yielded, too, with the text of the error. Raises BadRecord if a JSON file holds no
    game of Hanabi.
    """
    data = data.removeprefix(BOM)
    if compressed.SIGN.match(data.lstrip()):
        yield from (_read_address(line, text) for line, text in _lines(data))
    else:
        yield from map(_read_json, hanabi.games(data))


def has_comments(data: bytes) -> bool:
    """Return True if a file of Hanabi games is JSON with comments, which no record can hold."""
    return compressed.SIGN.match(data.removeprefix(BOM).lstrip()) is None and comment_start(data) is not None


def _read_json(item: Item) -> ReadGame:
    try:
        record = hanabi.read(item)
        warnings = unknown_fields(item)
    except BadRecord as error:
        return ReadGame(None, None, str(error))
    validation = validate(record)
    if validation.fault is not None:
        return ReadGame(
            record, validation, item.fault(validation.fault.error, validation.fault.path), warnings
        )
    outcome_warnings = (item.fault(each.error, each.path) for each in validation.warnings)
    return ReadGame(record, validation, None, (*warnings, *outcome_warnings))


def _lines(data: bytes) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file that are not blank, with their numbers from 1."""
    for number, line in enumerate(data.split(b"\n"), 1):
        text = line[: MOST_LETTERS + 1].decode("utf-8", "replace").strip()
        if text:
            yield number, text


def _read_address(line: int, text: str) -> ReadGame:
    position = f"line {line}, column 1"
    try:
        if len(text) > MOST_LETTERS:
            raise BadRecord(f"expected an address of at most {MOST_LETTERS} letters, got a longer line")
        record, rest = compressed.loads(text), compressed.passed_over(text)
    except BadRecord as error:
        return ReadGame(None, None, f"{position}: {error}")
    warnings = []
    if rest is not None:
        warnings.append(
            f"{position}: expected an address of three parts with commas between them, got more parts;"
            f" {rest[:40]!r} is ignored"
        )
    validation = validate(record)
    if validation.fault is not None:
        fault = f"{position}: {validation.fault.error} - at `{validation.fault.path}`"
        return ReadGame(record, validation, fault, tuple(warnings))
    warnings += (f"{position}: {each.error} - at `{each.path}`" for each in validation.warnings)
    return ReadGame(record, validation, None, tuple(warnings))
