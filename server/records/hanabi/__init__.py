"""Games of Hanabi as Hanabi Live's JSON, format version 3.0.0: a file is one game, or a list of games.

Hanabi Live publishes its example with comments, so they are read past wherever a game is read.
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
"""What no other JSON has that holds games."""
NULL = "got `null`"
"""How msgspec ends what it says of a null."""


class _Told(GameRecord, frozen=True, gc=False, kw_only=True):
    """A game as older files tell it, too: `variant` stood beside the options then."""

    variant: str | None = None


_DECODER = msgspec.json.Decoder(_Told)
_FIELDS = GameRecord.__struct_fields__


def looks_like(head: bytes) -> bool:
    """Whether the first bytes of a file are of games of Hanabi Live."""
    return head.startswith((b"{", b"[")) and SIGN.search(head) is not None


def loads(text: str | bytes) -> tuple[GameRecord, ...]:
    """The games of a file. Raises BadRecord, with line, column and JSON path, for the first fault in form."""
    return tuple(read(item) for item in games(text))


def games(text: str | bytes) -> Iterator[Item]:
    """Yield the games of a file, which may have comments. Raises BadRecord for a file that holds none."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    item = item_of(without_comments(data), WANTED)
    if item.text.startswith(b"{"):
        yield item
        return
    if not item.text.startswith(b"["):
        raise BadRecord(item.fault(f"expected {WANTED}, an `object`, got {item.shown('$')}"))
    if item.text[1:-1].isspace() or len(item.text) == 2:
        raise BadRecord(item.fault("expected at least one game of Hanabi, got an empty list"))
    yield from item.objects(WANTED)


def read(item: Item) -> GameRecord:
    """One game, by its form alone. Raises BadRecord with line, column and path.

    Fields that are not known are passed over, `unknown_fields` tells them; null is as if it were not there.
    """
    try:
        told = _decoded(item.text)
    except msgspec.DecodeError as error:
        raise BadRecord(item.refusal(error, {})) from None
    record = GameRecord(**{field: getattr(told, field) for field in _FIELDS})
    if told.variant is None:
        return record
    named = record.options.variant
    if named not in (told.variant, USUAL.variant):
        what = f"expected the variant of the options, {named}, got {told.variant}"
        raise BadRecord(item.fault(what, "$.variant"))
    return replace(record, options=replace(record.options, variant=told.variant))


def _decoded(text: bytes) -> _Told:
    try:
        return _DECODER.decode(text)
    except msgspec.ValidationError as error:
        if NULL not in str(error):
            raise
        try:
            told = msgspec.json.encode(_without_nulls(json.loads(text)))
        except ValueError:
            raise error from None
    return _DECODER.decode(told)


def _without_nulls(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without_nulls(each) for key, each in value.items() if each is not None}
    return [_without_nulls(each) for each in value] if isinstance(value, list) else value


def dumps(records: Sequence[GameRecord]) -> str:
    """The games as a file: one alone as an object, several as a list, a game on each line."""
    lines = [msgspec.json.encode(_trimmed(record)).decode() for record in records]
    return f"{lines[0]}\n" if len(lines) == 1 else "[\n" + ",\n".join(lines) + "\n]\n"


def _trimmed(record: GameRecord) -> GameRecord:
    """The record without blank notes behind the last one, and without notes where there are none."""
    notes = tuple(_without_blanks(each) for each in record.notes)
    return replace(record, notes=notes if any(notes) else (), options=_usual(record.options))


def _usual(options: GameOptions) -> GameOptions:
    """The same options; what is usual of them is the very default, by which msgspec knows what to omit."""
    if options.variant == USUAL.variant:
        options = replace(options, variant=USUAL.variant)
    return USUAL if options == USUAL else options


def _without_blanks(notes: tuple[str, ...]) -> tuple[str, ...]:
    last = max((place for place, note in enumerate(notes, 1) if note), default=0)
    return notes[:last]
