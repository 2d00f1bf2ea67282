"""What a client writes down as it happens, a JSON line each, for the checker to judge later."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct


class _Record(Struct, tag_field="is", tag=str.lower, frozen=True, kw_only=True):
    """`at_ns` is the machine's monotonic time, which all its processes share."""

    at_ns: int


class Me(_Record, frozen=True):
    """Who this client is; "" for somebody without a token."""

    player: str


class Welcomed(_Record, frozen=True):
    """A server said welcome; what is told from here on comes from it."""


class Acked(_Record, frozen=True):
    """The server said that action `n` is done. `sent_ns`: when it was sent first."""

    table: str
    n: int
    action: dict[str, Any]
    decision: str | None
    sent_ns: int


class Ruled(_Record, frozen=True):
    """The server said that a director's ruling is done; no two of a history are the same."""

    table: str
    ruling: dict[str, Any]
    sent_ns: int


class Denied(_Record, frozen=True):
    """The server refused an action `n`, or (None) a ruling, for good: nothing was changed."""

    table: str
    what: dict[str, Any]
    n: int | None = None


class Shown(_Record, frozen=True):
    """The client's view changed to one with this digest."""

    table: str
    audience: str | int
    digest: str


class Last(_Record, frozen=True):
    """The client's view when everything had come to rest."""

    table: str
    audience: str | int
    text: str
    deadline_ms: int | None


class Noticed(_Record, frozen=True):
    """The server said that it holds, or goes on."""

    kind: str
    table: str | None


Record = Me | Welcomed | Acked | Ruled | Denied | Shown | Last | Noticed

encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Record).decode


def first_acks(written: list[Record]) -> Iterator[int]:
    """When a client was told for the first time on each connection that an action is done."""
    fresh = False
    for record in written:
        if isinstance(record, Acked) and fresh:
            yield record.at_ns
        fresh = isinstance(record, Welcomed) or (fresh and not isinstance(record, Acked))


class Reader:
    """The records of a file that is still being written."""

    def __init__(self, path: Path) -> None:
        self.records: list[Record] = []
        self._path = path
        self._offset = 0

    def read(self) -> list[Record]:
        """Everything so far."""
        if self._path.exists():
            with self._path.open("rb") as file:
                file.seek(self._offset)
                for line in file:
                    if line.endswith(b"\n"):
                        self._offset += len(line)
                        self.records.append(_decode(line))
        return self.records
