"""What a table does by itself when its time has come, and when an answer may be shown at the earliest.

All of it follows from what everybody may know, so that no moment tells of a card.
"""

from __future__ import annotations

from collections.abc import Container
from enum import Enum

from server.errors import IllegalAction, StoreError
from server.table.events import Acted, Credited, Entry, Relieved
from server.table.seating import Robots, relieves, substitute
from server.table.seats import Chair
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
    if table.game.result(table.state) is not None:
        last = deals is not None and table.deal + 1 >= deals
        kind = Due.CLOSE if last or not table.game.deal_due(table.game.carry(table.state)) else Due.NEXT
        return kind, table.clock.began_ms + _stays_ms(table, kind)
    if table.game.deal_due(table.state) and table.ready:
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
    """What the game itself does at `at_ms` for whose time has run out, None when nobody's has."""
    deadline = table.clock.deadline_ms()
    return None if deadline is None or at_ms < deadline else _forced(table, at_ms)


def _forced(table: Table, at_ms: int) -> Acted:
    seat = table.clock.first_out() if table.clock.timed else table.game.to_act(table.state)[0]
    try:
        action = table.game.forced(table.state, seat)
    except IllegalAction as error:
        raise StoreError(f"no forced action for seat {seat}: {error}") from error
    return Acted(at_ms=max(at_ms, table.time_ms), seat=seat, action=action, forced=True)


def expires_ms(table: Table, robots: Robots, somebody: bool, since_ms: int) -> int | None:
    """When something is done for who must act, None where he is waited for. The rest is as for `expired`."""
    deadline = table.clock.deadline_ms()
    if deadline is not None:
        return deadline if somebody or relief(table, robots) is None else None
    return patience_ms(table, robots, since_ms) if somebody else None


def expired(
    table: Table, robots: Robots, somebody: bool, since_ms: int, at_ms: int
) -> Acted | Relieved | Credited | None:
    """What happens at `at_ms` because somebody's time has run out, None when nobody's has.

    Where a robot would come it needs `somebody` here, who are since `since_ms`: until then nobody waits for
    anybody, and whose time ran out meanwhile has it again. `robots` tells which this server has.
    """
    when_ms = expires_ms(table, robots, somebody, since_ms)
    if when_ms is None or at_ms < when_ms:
        return None
    clock, robot = table.clock, relief(table, robots)
    if robot is None:
        return _forced(table, at_ms)
    at_ms = max(at_ms, table.time_ms)
    if when_ms < since_ms:
        return Credited(at_ms=at_ms, ms=since_ms - clock.began_ms)
    return Relieved(at_ms=at_ms, seat=clock.first_out(), robot=robot)


def relief(table: Table, robots: Robots) -> str | None:
    """The robot that plays for the player who is timed when his time has run out; None: none comes.

    None comes where several decide at once: it would tell who has not decided yet.
    """
    timed = table.clock.timed
    if len(timed) != 1 or len(table.game.to_act(table.state)) != 1 or not relieves(table):
        return None
    chair = table.chairs[timed[0]]
    robot = chair.robot or substitute(table, robots)
    return robot if chair.player is not None and robot is not None and robots(robot) else None


def patience_ms(table: Table, robots: Robots, since_ms: int) -> int | None:
    """When a seat that only a robot plays, or nobody, has been waited for long enough; None: it never has.

    One whose robot this server does not have is not waited for any longer than robots are slow. Without the
    time that they take by themselves, and never from before somebody was here, since `since_ms`.
    """
    patience, asked = table.game.absence.patience_ms, table.game.to_act(table.state)
    if patience is None or not asked or table.paused or table.closed:
        return None
    chairs = [table.chairs[seat] for seat in asked]
    if any(_by_himself(chair) for chair in chairs):
        return None
    missing = all(chair.house is not None and not robots(chair.house) for chair in chairs)
    from_ms = max(table.clock.began_ms, since_ms, opens_ms(table) or 0)
    return from_ms + table.policy.robot_ms + (0 if missing else patience)


def _by_himself(chair: Chair) -> bool:
    """Whether a player decides for this seat, and no robot for him."""
    return chair.player is not None and chair.relief is None


def opens_ms(table: Table) -> int | None:
    """When the answer to the present decision is released at the earliest, None where it is at once.

    So long after the decision began as the table's tempo or the game's pause asks, but never after the
    deadline: who has answered in time has.
    """
    floor_ms = max(table.policy.tempo_ms, table.game.pause_ms(table.state))
    if not floor_ms or table.paused or table.closed or not table.game.to_act(table.state):
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
        for seat in table.game.to_act(state)
        if _by_himself(table.chairs[seat]) and len(table.game.legal_actions(state, seat)) == 1
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
            (action,) = table.game.legal_actions(table.state, seat)
            return Acted(at_ms=max(at_ms, table.time_ms), seat=seat, action=action, single=True)
    return None


def warning_ms(table: Table, deadline: int, warned_ms: int | None) -> int:
    """When those who must act are to be told that `policy.warn_ms` are left; `deadline` where they are not.

    The threshold has to be crossed within one decision: where less was left at its beginning, or a move's
    own time is shorter, nobody is told, nor is when only robots are waited for. `warned_ms` is the deadline
    of which they have been told.
    """
    warning = deadline - table.policy.warn_ms
    expected = deadline == table.clock.deadline_ms() != warned_ms
    return warning if expected and warning > table.clock.began_ms else deadline
