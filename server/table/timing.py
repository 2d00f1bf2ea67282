"""What a table does by itself when its time has come, and when an answer may be shown at the earliest.

All of it follows from what everybody may know, so that no moment tells of a card.
"""

from __future__ import annotations

from collections.abc import Container
from enum import Enum

from server.errors import IllegalAction, StoreError
from server.table.entries import Acted, Entry
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
        return kind, table.clock.began_ms + _stays_ms(table, kind)
    if table.state.deal_due() and table.ready:
        return Due.DEAL, table.time_ms
    return None


def _stays_ms(table: Table, kind: Due) -> int:
    """How long a result stays; the last one as long as a director may correct it, too (Law 79C)."""
    policy = table.policy
    return (
        max(policy.pause_ms, policy.correction_ms)
        if kind is Due.CLOSE and table.directors
        else policy.pause_ms
    )


def forced(table: Table, at_ms: int) -> Acted | None:
    """What happens at `at_ms` because somebody's time has run out, None when nobody's has."""
    deadline = table.clock.deadline_ms()
    if deadline is None or at_ms < deadline:
        return None
    seat = table.clock.first_out() if table.clock.timed else table.state.to_act()[0]
    try:
        action = table.game.forced(table.state, seat)
    except IllegalAction as error:
        raise StoreError(f"no forced action for seat {seat}: {error}") from error
    return Acted(at_ms=max(at_ms, table.time_ms), seat=seat, action=action, forced=True)


def opens_ms(table: Table) -> int | None:
    """When the answer to the present decision is released at the earliest, None where it is at once.

    So long after the decision began as the table's tempo or the game's pause asks, but never after the
    deadline: who has answered in time has.
    """
    floor_ms = max(table.policy.tempo_ms, table.game.pause_ms(table.state))
    if not floor_ms or table.paused or table.closed or not table.state.to_act():
        return None
    opens, deadline = table.clock.began_ms + floor_ms, table.clock.deadline_ms()
    return opens if deadline is None else min(opens, deadline)


def release_ms(table: Table, entry: Entry) -> int | None:
    """When `entry` may be stored and shown, None at once: an answer waits until its decision opens."""
    if not isinstance(entry, Acted) or entry.player is None:
        return None
    opens = opens_ms(table)
    return None if opens is None or isinstance(entry.action, table.game.unprompted) else opens


def singles(table: Table) -> tuple[int, ...]:
    """The seats whose player has one answer only, which is given for him when the decision opens.

    Only at a table with a tempo, never a robot's, whose every action comes at its own fixed time, and never
    while a director is called for: to agree is no play.
    """
    state = table.state
    if not table.policy.tempo_ms or table.paused or table.closed or table.game.disputed(state):
        return ()
    return tuple(
        seat
        for seat in state.to_act()
        if table.chairs[seat].player is not None and len(state.legal_actions(seat)) == 1
    )


def single(table: Table, here: Container[int], at_ms: int) -> Acted | None:
    """What is done at `at_ms` for a player who has no choice, and whose seat is among those `here`.

    For somebody who is gone nothing is: everybody knows that he plays nothing, and would learn what he holds.
    """
    opens = opens_ms(table)
    if opens is None or at_ms < opens:
        return None
    for seat in singles(table):
        if seat in here:
            (action,) = table.state.legal_actions(seat)
            return Acted(at_ms=max(at_ms, table.time_ms), seat=seat, action=action, single=True)
    return None


def warning_ms(table: Table, deadline: int, warned_ms: int | None) -> int:
    """When those who must act are to be told that `policy.warn_ms` are left; `deadline` where they are not.

    The threshold has to be crossed within one decision: where less was left at its beginning, or a move's
    own time is shorter, nobody is told. `warned_ms` is the deadline of which they have been told.
    """
    warning = deadline - table.policy.warn_ms
    return warning if deadline != warned_ms and warning > table.clock.began_ms else deadline
