"""Deals of high card as text: a heading, and a line for each deal.

    High card
    1 SA H7 bet fold | Ann, Bob
    2 C3 D9 fold

A line is the number of the deal, the cards of seats 0 and 1, what was answered, and the players.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from server.errors import BadRecord
from tests.high_card.protocol.replay import RecordedDeal

HEADING = "High card"


def dumps(records: Sequence[RecordedDeal]) -> str:
    """Return a file of deals."""
    return "".join(f"{line}\n" for line in (HEADING, *map(_written, records)))


def dumps_nameless(records: Sequence[RecordedDeal]) -> str:
    """Return a file of deals without the players."""
    return dumps([msgspec.structs.replace(record, players=()) for record in records])


def loads(text: str | bytes) -> Iterator[tuple[int, RecordedDeal]]:
    """Yield each deal with the number of its line. Raise BadRecord for what is no such file."""
    try:
        lines = (text.decode() if isinstance(text, bytes) else text).splitlines()
    except UnicodeDecodeError as error:
        raise BadRecord(f"expected text in UTF-8, got a fault at byte {error.start}") from None
    if not lines or lines[0].strip() != HEADING:
        raise BadRecord(f"line 1: expected {HEADING!r}")
    for number, line in enumerate(lines[1:], 2):
        if line.strip():
            yield number, _read(number, line)


def _written(record: RecordedDeal) -> str:
    line = " ".join((str(record.number), *record.cards, *record.answers))
    return f"{line} | {', '.join(record.players)}" if record.players else line


def _read(number: int, line: str) -> RecordedDeal:
    words, _, players = line.partition("|")
    deal, *rest = words.split() or [""]
    plain = {
        "number": int(deal) if deal.isdecimal() else deal,
        "cards": rest[:2],
        "answers": rest[2:],
        "players": [name.strip() for name in players.split(",")] if players.strip() else [],
    }
    try:
        return msgspec.convert(plain, RecordedDeal)
    except msgspec.ValidationError as error:
        raise BadRecord(f"line {number}: {error}") from None
