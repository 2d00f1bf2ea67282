"""What a table does by itself when its time has come: deals, the next board, what the clock forces."""

from __future__ import annotations

from enum import Enum

from server.errors import IllegalAction, StoreError
from server.table.entries import Acted
from server.table.table import Table


class Due(Enum):
    """What the table itself does next, without anybody's request."""

    DEAL = "deal"
    NEXT = "next"
    CLOSE = "close"


def due(table: Table, deals: int | None) -> tuple[Due, int] | None:
    """What the table does by itself next, and when (ms); None while it waits for somebody.

    `deals` is how many an uploaded set has, None without one.
    """
    if table.closed or table.paused:
        return None
    if table.state.result() is not None:
        last = deals is not None and table.deal + 1 >= deals
        kind = Due.CLOSE if last or not table.state.carry().deal_due() else Due.NEXT
        return kind, table.time_ms + table.policy.pause_ms
    if table.state.deal_due() and all(chair.taken for chair in table.chairs):
        return Due.DEAL, table.time_ms
    return None


def forced(table: Table, at_ms: int) -> Acted | None:
    """What happens at `at_ms` because somebody's time has run out, None when nobody's has."""
    deadline = table.clock.deadline_ms()
    if deadline is None or at_ms < deadline:
        return None
    seat = table.clock.first_out()
    try:
        action = table.game.forced(table.state, seat)
    except IllegalAction as error:
        raise StoreError(f"no forced action for seat {seat}: {error}") from error
    return Acted(at_ms=max(at_ms, table.time_ms), seat=seat, action=action, forced=True)
