"""The marks by which people with the same name at one table are told apart.

Marks are needed because a guest may choose any name, so that two people at one table may have the same name.
A mark is the beginning of a player's id, which the server has chosen; clients show the mark behind the name,
as in `Ann (3f2a)`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache

from server.table.seats import Chair

MARK_LENGTH = 4
"""The number of characters in the mark that tells people with the same name apart."""
_WRITTEN_MARKS = re.compile(rf"(?: ?\([0-9a-z]{{{MARK_LENGTH}}}\))+$")
"""A mark, or several marks, at the end of a name: a guest may write the mark of another person there."""


def seat_mark(chairs: Sequence[Chair], seat: int) -> str:
    """Return the mark of a seated player; "" if no other player with a right to a seat has the same name.

    People without a seat never change the mark of a seated player.
    """
    chair = chairs[seat]
    return "" if chair.player is None else _mark(chair.player, chair.name, _others(chairs, {}, chair.player))


def person_mark(chairs: Sequence[Chair], present: Mapping[str, str], player: str, name: str) -> str:
    """Return the mark behind the name of a player with or without a seat; "" if the name needs none.

    `present` maps the ids of the people that follow the table to their names. A player without a seat has a
    mark if any other person at the table has the same name.
    """
    seat = next((seat for seat, chair in enumerate(chairs) if chair.player == player), None)
    return _mark(player, name, _others(chairs, present, player)) if seat is None else seat_mark(chairs, seat)


def with_mark(name: str, mark: str) -> str:
    """Return a name followed by its mark in parentheses, or just the name if the mark is ""."""
    return f"{name} ({mark})" if mark else name


def _others(chairs: Sequence[Chair], present: Mapping[str, str], player: str) -> set[str]:
    """Return the names of all people at the table except `player`, in a form without case (`_folded`)."""
    people = {**present, **{id: name for chair in chairs for id, name in chair.people}}
    return {_folded(name) for id, name in people.items() if id != player}


@lru_cache(4_096)
def _folded(name: str) -> str:
    """Return the form of a name in which names that differ only in case, width, spaces or marks are equal.

    If names were compared letter by letter, a guest with the name `Ann (3f2a)` would look like the player Ann
    with the mark 3f2a.
    """
    folded = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
    return _WRITTEN_MARKS.sub("", folded)


def _mark(player: str, name: str, others: set[str]) -> str:
    return player[:MARK_LENGTH] if _folded(name) in others else ""
