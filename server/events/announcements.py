"""The entrants that a director's announcement is for."""

from __future__ import annotations

from server.events.event import Announcement, Event, Round


def addressees(event: Event, announcement: Announcement) -> tuple[str | None, ...] | None:
    """Return the ids of the entrants that an announcement is for, None if it is for everybody.

    Those of tables are the entrants of their round: others may sit there in the next one.
    """
    if announcement.entrant is not None:
        return (announcement.entrant,)
    numbers = announcement.tables if announcement.table is None else (announcement.table,)
    if not numbers:
        return None
    round = next((each for each in event.rounds if each.number == announcement.round), None)
    if round is None:
        return ()
    return tuple(side for number in numbers for side in _sides_at(round, number))


def _sides_at(round: Round, number: int) -> tuple[str | None, ...]:
    """Return the entrants of a table of a round; before the round begins, those of its draw."""
    table = round.tables.get(number)
    if table is not None:
        return table.seating.sides
    return tuple(side for each in round.draw.meetings if each.table == number for side in each.sides)


def is_told(event: Event, announcement: Announcement, entrant: str | None) -> bool:
    """Return True if an announcement is for an entrant; with None, if it is for everybody."""
    told = addressees(event, announcement)
    return told is None or (entrant is not None and entrant in told)


def newest_told(event: Event) -> dict[str | None, Announcement]:
    """Return the newest announcement for each entrant that has one of its own, and for all others by None."""
    found: dict[str | None, Announcement] = {}
    for each in event.announcements:
        told = addressees(event, each)
        if told is None:
            found = {None: each}
        else:
            found.update(dict.fromkeys((entrant for entrant in told if entrant is not None), each))
    return found
