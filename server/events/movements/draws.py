"""The draw of a round: the meetings of the entries, and remarks about the draw for the director."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from server.errors import KibitzError

Reason = Literal[
    "too_few",
    "too_many_tables",
    "too_many_rounds",
    "no_place",
    "undecided",
    "finished",
    "unknown_entry",
    "invalid",
]
"""The codes of the reasons why there is no draw."""

Concession = Literal["rematch", "second_bye", "late_bye", "search_ended", "absent"]
"""The codes of remarks.

rematch        two entries meet again
second_bye     an entry is without an opponent again
late_bye       an entry is without an opponent in the round in which it arrives
search_ended   the search for a draw that leaves one for each later round was ended before its time
absent         entries of the draw have left the event since: their opponents sit out, or play against robots
"""


class NoDraw(KibitzError):
    """The error of a draw that cannot be made; `reason` is its code."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason: Reason = reason


class Meeting(Struct, frozen=True):
    """One table of a round. Tables are numbered from 1, groups of boards from 0.

    `sides` has the entry of each side as the sides sit at the table: North-South first, or the only side of a
    race. None is the place of an opponent that is missing: the other side sits out, or has a bye. `switched`
    is True if the two sides sit in each other's usual direction, as an arrow switch asks.
    """

    table: int
    sides: tuple[str | None, ...]
    boards: int
    switched: bool = False

    @property
    def entries(self) -> tuple[str, ...]:
        """Return the entries at the table."""
        return tuple(side for side in self.sides if side is not None)

    @property
    def bye(self) -> str | None:
        """Return the entry that has no opponent here, None if each side has an entry."""
        return self.entries[0] if None in self.sides and self.entries else None


class Remark(Struct, frozen=True):
    """A fact about a draw that the director must know, as a code.

    `entries` are the entries that it concerns, and `round` the earlier round that it repeats, if any.
    """

    code: Concession
    entries: tuple[str, ...] = ()
    round: int | None = None


class Draw(Struct, frozen=True):
    """The meetings of one round. Rounds are numbered from 0. Each entry is in one meeting."""

    round: int
    meetings: tuple[Meeting, ...]
    remarks: tuple[Remark, ...] = ()

    @property
    def byes(self) -> tuple[str, ...]:
        """Return the entries without an opponent."""
        return tuple(meeting.bye for meeting in self.meetings if meeting.bye is not None)


def opponents(draws: Iterable[Draw], entry: str) -> Iterator[tuple[int, str | None]]:
    """Yield the round and the opponent of each meeting of an entry; the opponent of a bye is None."""
    for draw in draws:
        for meeting in draw.meetings:
            if entry in meeting.sides and len(meeting.sides) == 2:
                first, second = meeting.sides
                yield draw.round, second if first == entry else first


def swap(draw: Draw, one: str, other: str) -> Draw:
    """Return the draw with two entries in each other's places, without remarks.

    Raises NoDraw if the draw lacks one of them.
    """
    present = {entry for meeting in draw.meetings for entry in meeting.entries}
    for entry in (one, other):
        if entry not in present:
            raise NoDraw("unknown_entry", f"expected an entry of round {draw.round + 1}, got {entry}")
    places: dict[str | None, str] = {one: other, other: one}
    meetings = (
        replace(meeting, sides=tuple(places.get(side, side) for side in meeting.sides))
        for meeting in draw.meetings
    )
    return Draw(draw.round, tuple(meetings))


def without(draw: Draw, absent: frozenset[str]) -> Draw:
    """Return the draw without some of its entries, with a remark that names them.

    Their opponents are without an opponent; a meeting of which nothing is left is taken out.
    """
    gone = tuple(id for meeting in draw.meetings for id in meeting.entries if id in absent)
    if not gone:
        return draw
    meetings = tuple(
        replace(each, sides=tuple(None if side in absent else side for side in each.sides))
        for each in draw.meetings
        if not absent.issuperset(each.entries)
    )
    return Draw(draw.round, meetings, (*draw.remarks, Remark("absent", gone)))


def review(draw: Draw, earlier: Iterable[Draw], late: frozenset[str] = frozenset()) -> tuple[Remark, ...]:
    """Return the remarks about a draw: the meetings and byes that repeat one of the earlier draws.

    `late` are the entries that arrive in this round. A remark names the latest round that is repeated.
    """
    before = [each for each in earlier if each.round < draw.round]
    remarks = []
    for meeting in draw.meetings:
        if len(meeting.sides) < 2 or not meeting.entries:
            continue
        first = meeting.entries[0]
        against = meeting.entries[1] if meeting.bye is None else None
        rounds = [number for number, opponent in opponents(before, first) if opponent == against]
        if rounds:
            code: Concession = "rematch" if against is not None else "second_bye"
            remarks.append(Remark(code, meeting.entries, max(rounds)))
        elif against is None and first in late:
            remarks.append(Remark("late_bye", (first,)))
    return tuple(remarks)
