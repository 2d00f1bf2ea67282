"""The ids of events, and of the sets and tables of their rounds, which name the event."""

from __future__ import annotations

import re
from collections.abc import Iterable

from server.table.seats import Chair

PREFIX = "event:"
"""The beginning of the id under which the store has an event. Ids of tables have no colon."""

_EVENT = re.compile(r"(e-[a-z0-9]+)(?:-[0-9]+){0,2}")


def event_id(word: str) -> str:
    """Return the id of the event that has the random word `word`."""
    return f"e-{word}"


def set_id(event: str, round: int) -> str:
    """Return the id of the set of boards of a round; rounds are counted from 0."""
    return f"{event}-{round + 1}"


def table_id(event: str, round: int, table: int) -> str:
    """Return the id of a table of a round; rounds are counted from 0 and tables from 1."""
    return f"{event}-{round + 1}-{table}"


def is_event_id(id: str) -> bool:
    """Return True if `id` is in the form of an event's id."""
    found = _EVENT.fullmatch(id)
    return found is not None and found[1] == id


def event_of(id: str) -> str | None:
    """Return the event of a set or table of one of its rounds, None for all other sets and tables."""
    found = _EVENT.fullmatch(id)
    return None if found is None or found[1] == id else found[1]


def round_of(board_set: str) -> int:
    """Return the round, from 0, whose set of boards has this id."""
    return int(board_set.rpartition("-")[2]) - 1


def number_of(table: str) -> int:
    """Return the number, from 1, of the table of an event that has this id."""
    return int(table.rpartition("-")[2])


def stored_event_id(event: str) -> str:
    """Return the id under which the store has an event."""
    return PREFIX + event


def event_of_stored_id(id: str) -> str | None:
    """Return the event that the store has under an id, None for the id of a table or a set of boards."""
    return id.removeprefix(PREFIX) if id.startswith(PREFIX) else None


def has_robots_alone(table: str, chairs: Iterable[Chair]) -> bool:
    """Return True for a table of an event with house robots on all `chairs`: it plays without people, too."""
    return event_of(table) is not None and all(chair.house is not None for chair in chairs)
