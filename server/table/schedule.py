"""The schedule of a table: when the table itself takes a step, and when it shows a player's answer.

The times at which a table acts by itself depend on public knowledge only, so that no time reveals a card.
"""

from __future__ import annotations

from collections.abc import Container
from enum import Enum

from server.errors import IllegalAction, StoreError
from server.table.events import Acted, Credited, Entry, Relieved
from server.table.seating import Robots, relieves, substitute
from server.table.table import Table


class Due(Enum):
    """A step that a table takes by itself, without a request: to deal, to open the next deal, or to close."""

    DEAL = "deal"
    NEXT = "next"
    CLOSE = "close"


def due(table: Table, deals: int | None, here: Container[int] = ()) -> tuple[Due, int] | None:
    """Return the next step that a table takes without a request, and its time (ms); None if there is none.

    `deals` is the number of uploaded deals, None if no deals were uploaded. `here` are the seats of the
    players that are present: if all of them want the next deal, it begins at once.
    """
    if table.closed or table.paused:
        return None
    if table.game.result(table.state) is not None:
        last = deals is not None and table.deal + 1 >= deals
        kind = Due.CLOSE if last or not table.game.deal_due(table.game.carry(table.state)) else Due.NEXT
        if kind is Due.NEXT and table.between.wait_seats:
            return None
        if kind is Due.NEXT and table.between.all_want_next(table.chairs, here):
            return kind, table.time_ms
        return kind, table.clock.began_ms + _stays_ms(table, kind)
    if table.game.deal_due(table.state) and table.ready:
        return Due.DEAL, table.time_ms
    return None


def rests(table: Table, now_ms: int) -> bool:
    """Return True if a table waits for a player: neither a robot nor the table must act at `now_ms`."""
    if table.closed or table.paused:
        return True
    step = due(table, None)
    if step is not None and step[1] <= now_ms:
        return False
    return all(table.chairs[seat].house is None for seat in table.to_act)


def next_deal_ms(table: Table, deals: int | None) -> int | None:
    """Return the time from which a table may open its next deal, None if no next deal is due.

    A table opens no next deal while no people are at the table. `deals` is the number of uploaded deals, None
    if no deals were uploaded.
    """
    # Every action asks for this time, and in the middle of a deal `to_act` answers at once.
    step = None if table.to_act else due(table, deals)
    return step[1] if step is not None and step[0] is Due.NEXT else None


def _stays_ms(table: Table, kind: Due) -> int:
    """Return how long (ms) a table shows the result of a deal before the next deal, or before it closes.

    At a table with directors, the time after the last result is at least the correction period (Law 79C).
    """
    policy = table.policy
    if kind is Due.CLOSE and table.roles.directors:
        return max(policy.pause_ms, policy.correction_ms)
    if kind is Due.NEXT and isinstance(policy.next_ms, int) and not table.shares_deals:
        played = any(chair.player is not None for chair in table.chairs)
        return policy.next_ms if played else policy.pause_ms
    return policy.pause_ms


def earliest_step_ms(table: Table, deadline_ms: int | None) -> int | None:
    """Return the earliest time at which a table that waits for one seat's decision may take a step by itself.

    Returns None if the table takes no step until the seat has decided. A step is a warning, a forced action,
    a robot's turn, or the time at which answers are shown. `deadline_ms` is the deadline of the table's
    clock.
    """
    policy, clock = table.policy, table.clock
    if policy.tempo_ms:
        return clock.began_ms
    if deadline_ms is not None:
        return deadline_ms - policy.warn_ms
    decides = table.chairs.decides
    for seat in clock.timed:
        if decides[seat]:
            return None
    return clock.began_ms + policy.robot_ms


def forced(table: Table, at_ms: int) -> Acted | None:
    """Return the log entry of a forced action if a seat is out of time at `at_ms`, None if no seat is."""
    deadline = table.clock.deadline_ms()
    return None if deadline is None or at_ms < deadline else _forced(table, at_ms)


def _forced(table: Table, at_ms: int) -> Acted:
    seat = table.clock.first_out() if table.clock.timed else table.to_act[0]
    try:
        action = table.game.forced(table.state, seat)
    except IllegalAction as error:
        raise StoreError(
            f"expected a legal forced action for seat {seat}, got one that the rules refuse: {error}"
        ) from error
    return Acted(at_ms=max(at_ms, table.time_ms), seat=seat, action=action, forced=True)


def expires_ms(table: Table, robots: Robots, people_present: bool, since_ms: int) -> int | None:
    """Return the earliest time at which the table acts because a seat is out of time, None for never."""
    deadline = table.clock.deadline_ms()
    if deadline is not None:
        return deadline if people_present or relief(table, robots) is None else None
    return patience_ms(table, robots, since_ms) if people_present else None


def expired(
    table: Table, robots: Robots, people_present: bool, since_ms: int, at_ms: int
) -> Acted | Relieved | Credited | None:
    """Return the log entry that is due at `at_ms` because a seat is out of time, None if none is due.

    The log entry is a forced action (`Acted`), the start of a robot's play for the player (`Relieved`), or
    time given back (`Credited`). A robot starts to play for a player only while people are at the table
    (`people_present`). The time that a seat lost while no people were at the table is given back; `since_ms`
    is the time at which the first of the present people arrived. `robots` returns True for the name of a
    house robot that this server has.
    """
    when_ms = expires_ms(table, robots, people_present, since_ms)
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
    """Return the robot that takes over when the player to act has no time left, None if none does.

    While several seats decide at once, no robot plays for a player, because that would reveal which seats
    have not decided yet. If all but one of the seats that decide at once have decided, no robot plays for the
    last of them: a robot would get no new time.
    """
    timed = table.clock.timed
    if table.clock.until_ms is not None or len(timed) != 1 or len(table.to_act) != 1 or not relieves(table):
        return None
    chair = table.chairs[timed[0]]
    robot = chair.robot or substitute(table, robots)
    return robot if chair.player is not None and robot is not None and robots(robot) else None


def patience_ms(table: Table, robots: Robots, since_ms: int) -> int | None:
    """Return the time until which the table waits for a robot or an empty seat to act, None for no limit.

    The table waits for the policy's `robot_ms` plus the game's `patience_ms`, or only for `robot_ms` if this
    server does not have the robot. The wait for a robot or an empty seat starts at the latest of three times:
    the start of the decision, `since_ms` (when the first of the people now at the table arrived), and the
    time at which an answer may be shown (`opens_ms`).
    """
    patience, to_act = table.game.absence.patience_ms, table.to_act
    if patience is None or not to_act or table.paused or table.closed:
        return None
    chairs = [table.chairs[seat] for seat in to_act]
    if any(chair.decides for chair in chairs):
        return None
    missing = all(chair.house is not None and not robots(chair.house) for chair in chairs)
    from_ms = max(table.clock.began_ms, since_ms, opens_ms(table) or 0)
    return from_ms + table.policy.robot_ms + (0 if missing else patience)


def opens_ms(table: Table) -> int | None:
    """Return the earliest time at which the answer to the present decision is shown, None if it is at once.

    An answer is shown when the policy's `tempo_ms` or the game's pause, whichever is longer, has passed since
    the start of the decision. The time of showing an answer is never later than the deadline, so that every
    answer before the deadline counts.
    """
    tempo_ms, floor_ms = table.policy.tempo_ms, table.game.pause_ms(table.state)
    if tempo_ms > floor_ms:
        floor_ms = tempo_ms
    if not floor_ms or table.paused or table.closed or not table.to_act:
        return None
    opens, deadline = table.clock.began_ms + floor_ms, table.clock.deadline_ms()
    return opens if deadline is None else min(opens, deadline)


def waits_until_open(table: Table, entry: Entry) -> bool:
    """Return True for the log entry of a player's answer to a decision, which may have to wait.

    A player's answer may be stored and shown only from the time `opens_ms`.
    """
    if not isinstance(entry, Acted) or entry.player is None:
        return False
    return type(entry.action) not in table.game.unprompted


def singles(table: Table) -> tuple[int, ...]:
    """Return the seats of players with only one legal action; the table makes this action for the player.

    At a table without a tempo (`tempo_ms` is 0), the table makes no action for players. While a claim is
    disputed the table makes no action for players either, because only a player may agree to play on. Seats
    of robots are left out of the result, because a robot acts at its own fixed time.
    """
    state = table.state
    if not table.policy.tempo_ms or table.paused or table.closed or table.game.disputed(state):
        return ()
    return tuple(
        seat
        for seat in table.to_act
        if table.chairs.decides[seat] and len(table.game.legal_actions(state, seat)) == 1
    )


def single(table: Table, here: Container[int], at_ms: int) -> Acted | None:
    """Return the log entry of a present player's only legal action, which the table makes for the player.

    Returns None before the time `opens_ms`, or if no seat in `here` has only one legal action.

    `here` are the seats of the players that are at the table. The table never makes the only legal action of
    an absent player: this would reveal that the player's hand allows only one action.
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
    """Return when to warn players that only `policy.warn_ms` are left; `deadline` if no warning is due.

    The players get no warning if the decision started with less time than `policy.warn_ms`, or if only robots
    have to act. `warned_ms` is the deadline for which the last warning was sent, None if none was sent: the
    players get only one warning for each deadline.
    """
    warning = deadline - table.policy.warn_ms
    expected = deadline == table.clock.deadline_ms() != warned_ms
    return warning if expected and warning > table.clock.began_ms else deadline
