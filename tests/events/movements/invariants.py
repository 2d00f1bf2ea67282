"""The rules that hold for the draws of every movement, as checks for the tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from server.events.movements.draws import Draw


def entries_of(draw: Draw) -> list[str]:
    return [entry for meeting in draw.meetings for entry in meeting.entries]


def check_places(draw: Draw, present: Collection[str]) -> None:
    """Each present entry is at one table, each table has a number of its own, and no entry meets itself."""
    assert sorted(entries_of(draw)) == sorted(present)
    tables = [meeting.table for meeting in draw.meetings]
    assert len(set(tables)) == len(tables) and min(tables, default=1) >= 1
    assert all(len(set(meeting.sides)) == len(meeting.sides) for meeting in draw.meetings)


def meetings_of(draws: Iterable[Draw]) -> Counter[tuple[str, ...]]:
    """How often each two entries met; a bye is the entry alone."""
    return Counter(tuple(sorted(meeting.entries)) for draw in draws for meeting in draw.meetings)


def check_no_repeat(draws: Sequence[Draw]) -> None:
    """No two entries met twice, and no entry had two byes."""
    assert [pair for pair, often in meetings_of(draws).items() if often > 1] == []


def check_boards(draws: Sequence[Draw]) -> None:
    """No entry had the same group of boards twice."""
    seen = Counter(
        (entry, meeting.boards) for draw in draws for meeting in draw.meetings for entry in meeting.entries
    )
    assert [each for each, often in seen.items() if often > 1] == []
