"""Games of Hanabi as Hanabi Live's JSON, format version 3.0.0: a file is one game, or a list of games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from server.errors import BadRecord
from server.formats.hanabi_live.record import GameRecord
from server.formats.json_text.items import Item, item_of

WANTED = "a game of Hanabi as JSON"
_DECODER = msgspec.json.Decoder(GameRecord)


def games(text: str | bytes) -> Iterator[Item]:
    """The games of a file, one after another. Raises BadRecord for a file that holds none."""
    item = item_of(text, WANTED)
    if item.text.startswith(b"["):
        yield from item.objects(WANTED)
    elif item.text.startswith(b"{"):
        yield item
    else:
        raise BadRecord(item.fault(f"expected {WANTED}, an `object`, got {item.shown('$')}"))


def read(item: Item) -> GameRecord:
    """One game, by its form alone. Raises BadRecord with line, column and path."""
    try:
        record = _DECODER.decode(item.text)
    except msgspec.DecodeError as error:
        raise BadRecord(item.refusal(error, {})) from None
    if record.variant is None:
        return record
    options = replace(record.options, variant=record.variant)
    return replace(record, variant=None, options=options)


def dumps(records: Sequence[GameRecord]) -> str:
    """The games as a file: one alone as an object, several as a list, a game on each line."""
    lines = [msgspec.json.encode(_trimmed(record)).decode() for record in records]
    return f"{lines[0]}\n" if len(lines) == 1 else "[\n" + ",\n".join(lines) + "\n]\n"


def _trimmed(record: GameRecord) -> GameRecord:
    """The record without blank notes behind the last one, and without notes where there are none."""
    notes = tuple(_without_blanks(each) for each in record.notes)
    return replace(record, notes=notes if any(notes) else ())


def _without_blanks(notes: tuple[str, ...]) -> tuple[str, ...]:
    last = max((place for place, note in enumerate(notes, 1) if note), default=0)
    return notes[:last]
