"""Files of records as the tests read them: their rows, and the game that they are recognised as."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from server.cli.records import replayed
from server.records import registry


def replay(path: Path) -> Iterator[Any]:
    """Yield the rows of `kibitz replay`."""
    return (each.row for each in replayed(path))


def is_of_hanabi(text: str | bytes) -> bool:
    """Return whether the first bytes of a file tell that it is of games of Hanabi."""
    return registry.recognise(text).game == "hanabi"
