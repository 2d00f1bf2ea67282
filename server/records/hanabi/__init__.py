"""Games of Hanabi in the JSON of Hanabi Live, format version 3.0.0.

A file of Hanabi Live's JSON holds one game or a list of games. A file of Hanabi Live's JSON may contain
comments, because Hanabi Live publishes its example with comments.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from server.errors import BadRecord
from server.records.hanabi.record import USUAL, GameOptions, GameRecord
from server.records.json_text.comments import without_comments
from server.records.json_text.items import Item, item_of

NAME = "a game of Hanabi (Hanabi Live)"
WANTED = "a game of Hanabi as JSON"
SIGN = re.compile(
    rb'"(?:suitIndex|deck)"\s*:|"players"\s*:\s*\[|"actions"\s*:\s*\[\s*\{\s*"(?:type|target|value)"'
)
"""The pattern for fields that only the JSON of Hanabi Live has."""
NULL = "got `null`"
"""The end of the error text that msgspec gives for a null where another value is required."""


class _WithOldVariant(GameRecord, frozen=True, gc=False, kw_only=True):
    """A game with the extra field `variant`, which older files have instead of `options.variant`."""

    variant: str | None = None


_DECODER = msgspec.json.Decoder(_WithOldVariant)
_FIELDS = GameRecord.__struct_fields__


def looks_like(head: bytes) -> bool:
    """Return True if the first bytes of a file are those of Hanabi Live's JSON."""
    return head.startswith((b"{", b"[")) and SIGN.search(head) is not None


def loads(text: str | bytes) -> tuple[GameRecord, ...]:
    """Return the games of a file of Hanabi Live's JSON.

    Raises BadRecord, with line, column and JSON path, for the first field of a game that is missing or
    invalid.
    """
    return tuple(read(item) for item in games(text))


def games(text: str | bytes) -> Iterator[Item]:
    """Yield the games of a JSON file, which may have comments, as JSON values.

    Raises BadRecord if the file holds no game of Hanabi.
    """
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    item = item_of(without_comments(data), WANTED)
    if item.text.startswith(b"{"):
        yield item
        return
    if not item.text.startswith(b"["):
        raise BadRecord(item.fault(f"expected {WANTED} (a JSON object or a list), got {item.shown('$')}"))
    if item.text[1:-1].isspace() or len(item.text) == 2:
        raise BadRecord(item.fault("expected at least one game of Hanabi, got an empty list"))
    yield from item.objects(WANTED)


def read(item: Item) -> GameRecord:
    """Return the game in a JSON value after checking its fields, but not the rules of Hanabi.

    Unknown fields of a game are ignored; the function `unknown_fields` reports them. A null in the JSON of a
    game counts as a missing field. Raises BadRecord, with line, column and JSON path, for a field of a game
    that is missing or invalid.
    """
    try:
        decoded = _decoded(item.text)
    except msgspec.DecodeError as error:
        raise BadRecord(item.refusal(error, {})) from None
    record = GameRecord(**{field: getattr(decoded, field) for field in _FIELDS})
    if decoded.variant is None:
        return record
    variant = record.options.variant
    if variant not in (decoded.variant, USUAL.variant):
        message = f"expected the same variant as in `options`, {variant}, got {decoded.variant}"
        raise BadRecord(item.fault(message, "$.variant"))
    return replace(record, options=replace(record.options, variant=decoded.variant))


def _decoded(text: bytes) -> _WithOldVariant:
    try:
        return _DECODER.decode(text)
    except msgspec.ValidationError as error:
        if NULL not in str(error):
            raise
        try:
            decoded = msgspec.json.encode(_without_nulls(json.loads(text)))
        except ValueError:
            raise error from None
    return _DECODER.decode(decoded)


def _without_nulls(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without_nulls(each) for key, each in value.items() if each is not None}
    return [_without_nulls(each) for each in value] if isinstance(value, list) else value


def dumps(records: Sequence[GameRecord]) -> str:
    """Return the text of a file of games of Hanabi, with a line for each game.

    One game is written as a JSON object, several games as a list.
    """
    lines = [msgspec.json.encode(_trimmed(record)).decode() for record in records]
    return f"{lines[0]}\n" if len(lines) == 1 else "[\n" + ",\n".join(lines) + "\n]\n"


def _trimmed(record: GameRecord) -> GameRecord:
    """Return the record as it is written: without blank notes at the end of a player's notes.

    If all notes of a game are blank, `notes` is empty.
    """
    notes = tuple(_without_blanks(each) for each in record.notes)
    return replace(record, notes=notes if any(notes) else (), options=_usual(record.options))


def _usual(options: GameOptions) -> GameOptions:
    """Return equal options, in which each field with its default value holds the default object itself.

    msgspec leaves out a field only if its value is the very object that is the default.
    """
    if options.variant == USUAL.variant:
        options = replace(options, variant=USUAL.variant)
    return USUAL if options == USUAL else options


def _without_blanks(notes: tuple[str, ...]) -> tuple[str, ...]:
    last = max((index for index, note in enumerate(notes, 1) if note), default=0)
    return notes[:last]
