"""Who may come to a table, and whose view a player may be shown, now or late."""

from __future__ import annotations

from typing import assert_never

from protocol.v1.requests import Delay, Policy
from server.games.base import AllHands, Audience, Commentator, Director, Kibitzer, Public, Seated
from server.table.events import Acted, Agreed, Credited, Entry, Saw
from server.table.table import Table


def welcome(table: Table, player: str) -> bool:
    """Return whether a player may come in at all, to sit or to follow; the id "" is one without a token."""
    if _belongs(table, player):
        return True
    if player in table.unwelcome:
        return False
    match table.policy.access:
        case "open":
            return True
        case "private":
            return bool(player)
        case "invited":
            return player in table.invited or player in table.onlookers


def unseated(table: Table, player: str) -> str | None:
    """Why somebody who is welcome may take no seat, in words; None: he may."""
    if plays(table, player):
        return None
    if player in table.onlookers:
        return "you may watch this table, and never sit at it"
    if table.policy.sits == "anybody" or player in table.invited or _belongs(table, player):
        return None
    return "only those whom the host has invited sit at this table"


def status(table: Table) -> str:
    """What a store notes of a table: `open`, which anybody may find, `unlisted`, or `closed` for good."""
    if table.closed:
        return "closed"
    return "open" if table.policy.access == "open" else "unlisted"


def may_enter(table: Table, player: str) -> bool:
    """Whether a player may follow the table: he is welcome, and watchers are or he is more than one."""
    return welcome(table, player) and (table.policy.watchers or _belongs(table, player))


def _belongs(table: Table, player: str) -> bool:
    """Whether somebody is more than a watcher: he plays, or has an office."""
    return bool(player) and (player == table.host or plays(table, player) or _in_office(table, player))


def plays(table: Table, player: str) -> bool:
    """Whether somebody, or a robot, has a seat or owns one."""
    return table.seat_of(player) is not None or table.right_of(player) is not None


def _in_office(table: Table, player: str) -> bool:
    return bool(player) and (player in table.directors or player in table.commentators)


def lag(policy: Policy) -> Delay | None:
    """Return how far watchers are behind by this policy, None where they are not behind at all."""
    return policy.delay if policy.delay is not None and policy.delay != Delay() else None


def shows_live(policy: Policy) -> bool:
    """Return whether watchers see every hand while it is played; a delay of nothing is none."""
    return policy.hands == "live" if policy.delay is None else policy.delay == Delay()


def late(table: Table) -> bool:
    """Whether watchers are shown an older prefix of the log: as the policy's `delay` says, and in a match.

    A board of a match is for who plays there, and for those in office, until both tables have finished it.
    """
    return lag(table.policy) is not None or _of_match(table)


def _of_match(table: Table) -> bool:
    return table.game.matching is not None and table.game.matching.standing(table.state) is not None


def lives(table: Table, player: str) -> bool:
    """Whether a player is shown the present: seats and offices are, and everybody where nothing is `late`."""
    return not late(table) or plays(table, player) or _in_office(table, player)


def barred(table: Table, player: str, audience: Audience) -> str | None:
    """Why a player may not be shown this audience's view, in words; None: he may, once `must_look` is done.

    Who has a seat sees what his seat does and nothing else. What is shown late is every hand.
    """
    match audience:
        case Public():
            return None
        case Seated(seat):
            return None if table.seat_of(player) == seat else "expected the player of this seat, or its robot"
        case Kibitzer() | AllHands() | Director() | Commentator():
            if plays(table, player):
                return "you play at this table; watch as seat"
            return _barred_from_hands(table, player, audience)
        case _:
            assert_never(audience)


def _barred_from_hands(
    table: Table, player: str, audience: Kibitzer | AllHands | Director | Commentator
) -> str | None:
    match audience:
        case Director():
            return None if player in table.directors else "you are no director of this table"
        case Commentator():
            return None if player in table.commentators else "you are no commentator of this table"
        case Kibitzer(seat) if seat >= (seats := _eyes(table)):
            return f"expected a seat from 0 to {seats - 1}, got {seat}"
        case Kibitzer() | AllHands():
            return _barred_from_watching(table, player, audience)
        case _:
            assert_never(audience)


def _eyes(table: Table) -> int:
    """From how many seats one may look."""
    showing = table.game.showing
    recorded = showing is not None and showing.recorded_seats
    return showing.eyes(table.state) if showing is not None and recorded else len(table.chairs)


def _barred_from_watching(table: Table, player: str, audience: Kibitzer | AllHands) -> str | None:
    if not lives(table, player):
        return None if player else "hidden hands are for players with a token"
    if table.over:
        return None
    if not player:
        return "hidden hands are for players with a token"
    leave = isinstance(audience, Kibitzer) and (audience.seat, player) in table.shown
    if leave or shows_live(table.policy):
        return None
    if isinstance(audience, Kibitzer):
        return "this table shows hands after the board, or by leave of the seat; watch as public"
    return "this table shows hands after the board; watch as public"


def must_look(table: Table, player: str, audience: Audience) -> bool:
    """Whether it must be logged first (a `Look`) that this player is shown hidden cards of the deal.

    It is logged before the deal too, so that no frame of the deal can come first.
    """
    if isinstance(audience, Public | Seated) or table.over or player in table.saw:
        return False
    if lives(table, player):
        return True
    behind = lag(table.policy)
    return not _of_match(table) and behind is not None and behind.boards == 0


def may_see(table: Table, player: str, audience: Audience) -> bool:
    """Whether a player may be shown this audience's view of the present, now."""
    return lives(table, player) and _cleared(table, player, audience)


def may_see_late(table: Table, player: str, audience: Audience) -> bool:
    """Whether a player may be shown this audience's view of the delayed prefix of the log, and only that."""
    return not lives(table, player) and _cleared(table, player, audience)


def changes_rights(entry: Entry) -> bool:
    """Whether an entry may change who may see what; players' actions, which are most of them, do not."""
    if isinstance(entry, Acted):
        return entry.seat is None
    return not isinstance(entry, Saw | Credited | Agreed)


def comes_late(table: Table, player: str, audience: Audience) -> bool:
    """Whether all that a late watcher lacks is the log of his look at a new deal, to which he comes later.

    To show him less until then would tell him that the deal before is over.
    """
    return not lives(table, player) and barred(table, player, audience) is None


def _cleared(table: Table, player: str, audience: Audience) -> bool:
    return barred(table, player, audience) is None and not must_look(table, player, audience)
