"""The connection that the two SQL stores of the archive need to a database, and numbered migrations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib.resources import files
from typing import Protocol

from server.errors import StoreError

Value = int | str | bytes | None
Rows = list[tuple[object, ...]]


class ArchiveAway(OSError):
    """The error of an archive that does not answer, or that has no place left."""


class Connection(Protocol):
    """A connection to the database of the archive, used by one thread at a time.

    The methods raise ArchiveAway if the database does not answer, and Altered if its file is damaged.
    """

    def execute(self, sql: str, values: Sequence[Value] = ()) -> Rows:
        """Run a statement, with a `?` for each of the values, and return its rows."""
        ...

    def begin_write(self) -> None:
        """Begin a transaction that is the only one that writes; waits for another one for at most 5 s."""
        ...

    def begin_read(self) -> None:
        """Begin a transaction that reads the state of one moment."""
        ...

    def commit(self) -> None:
        """Commit the transaction; what it wrote is safe on the disk when the method returns."""
        ...

    def rollback(self) -> None:
        """Give up the transaction, if one has begun and the database still answers."""
        ...

    def bytes(self) -> int:
        """Return the size of the database in bytes."""
        ...

    def place(self) -> str:
        """Return a text that is the same for two connections only if they are to the same database."""
        ...

    def close(self) -> None: ...


Connect = Callable[[], Connection]


def migrations(folder: str) -> tuple[tuple[str, ...], ...]:
    """Return the statements of each migration in a folder of this package, in the order of their numbers."""
    found = sorted(
        (file.name, file.read_text("utf-8"))
        for file in (files(__package__) / folder).iterdir()
        if file.name.endswith(".sql")
    )
    return tuple(tuple(_statements(text)) for _, text in found)


def pending(
    steps: Sequence[tuple[str, ...]], version: int, place: str
) -> Iterable[tuple[int, tuple[str, ...]]]:
    """Return the migrations that a database of a version lacks, with their numbers.

    Raises StoreError for a database of a later version than this program knows.
    """
    if version > len(steps):
        raise StoreError(
            f"{place}: expected an archive of version {len(steps)} or older, got version {version},"
            " which a newer Kibitz has written"
        )
    return list(enumerate(steps, 1))[version:]


def _statements(text: str) -> Iterable[str]:
    lines = (line for line in text.splitlines() if not line.startswith("--"))
    return (part.strip() for part in "\n".join(lines).split(";") if part.strip())
