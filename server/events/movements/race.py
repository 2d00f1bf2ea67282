"""The race: each entry plays alone, and all play the same deals."""

from __future__ import annotations

from server.events.movements.asked import Asked, too_few
from server.events.movements.draws import Draw, Meeting


def race(asked: Asked) -> Draw:
    """Return the draw of a round: a table for each entry. Raises NoDraw if there is no entry."""
    if not asked.order:
        raise too_few(asked.movement, 1, 0)
    tables = (Meeting(table, (entry,), asked.round) for table, entry in enumerate(asked.order, start=1))
    return Draw(asked.round, tuple(tables))
