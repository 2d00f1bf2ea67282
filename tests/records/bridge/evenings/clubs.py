"""Evenings for tests: those of a real club, and small ones."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from server.records.bridge.evenings.evening import Board, Entrant, Evening, Person, Result
from server.records.bridge.usebio import evenings

SHARED = Path(__file__).parents[5] / "shared/data/usebio"
REAL = ("monday_open", "tuesday_rookie", "thursday_open_adjusted")


def data(name: str) -> bytes:
    """Return the content of a real file; skip the test, with a message, if it is absent."""
    path = SHARED / f"{name}.xml"
    if not path.exists():
        pytest.skip(f"../shared/data/usebio/{name}.xml is not here")
    return path.read_bytes()


def real(name: str) -> Evening:
    """Return a real evening; skip the test, with a message, if its file is absent."""
    data(name)
    return _read(name)


@cache
def _read(name: str) -> Evening:
    (evening,) = evenings(data(name))
    return evening


def pair(number: str, *names: str) -> Entrant:
    """Return a pair with two players."""
    return Entrant(number, tuple(map(Person, names)))


def scores(board: int, *lines: tuple[str, str, int]) -> Board:
    """Return a board with lines of a North-South pair, an East-West pair and North-South's score."""
    return Board(board, tuple(Result(((own,), (other,)), score) for own, other, score in lines))


def two_tables() -> Evening:
    """Return an evening of four pairs on two boards."""
    return Evening(
        title="Club night",
        date="2026-11-27",
        entrants=(
            pair("1", "Ann", "Bob"),
            pair("2", "=Eve", "Fay"),
            pair("3", "Cay", "Dan"),
            pair("4", "Gus", "Hal"),
        ),
        boards=(
            scores(1, ("1", "3", 420), ("2", "4", -50)),
            scores(2, ("1", "4", 110), ("2", "3", 110)),
        ),
    )
