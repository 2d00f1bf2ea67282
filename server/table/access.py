"""The rules for which players may enter a table, sit at it, and see the view of each audience."""

from __future__ import annotations

from typing import assert_never

from protocol.v1.requests import Delay, Policy
from server.games.base import AllHands, Audience, Commentator, Director, Kibitzer, Public, Seated
from server.table.events import Acted, Agreed, Credited, Entry, Saw
from server.table.table import Table


def is_admitted(table: Table, player: str) -> bool:
    """Return True if a player may enter the table, to sit or to watch.

    `player` is "" for a client without a token.
    """
    if _is_participant(table, player):
        return True
    if player in table.roles.unwelcome:
        return False
    match table.policy.access:
        case "open":
            return True
        case "private":
            return bool(player)
        case "invited":
            return player in table.roles.invited or player in table.roles.onlookers


def reason_not_to_sit(table: Table, player: str) -> str | None:
    """Return the reason why a player may not take any seat, None if the player may.

    `is_admitted` must be True for the player.
    """
    if plays(table, player):
        return None
    if player in table.roles.onlookers:
        return "the host lets you watch this table, but not sit at it"
    if table.policy.sits == "anybody" or player in table.roles.invited or _is_participant(table, player):
        return None
    return "only players invited by the host may sit at this table"


def status(table: Table) -> str:
    """Return the table's status in the store: `open` (listed in the lobby), `unlisted` or `closed`."""
    if table.closed:
        return "closed"
    return "open" if table.policy.access == "open" else "unlisted"


def new_status(before: Table, after: Table) -> str | None:
    """Return the table's status after a change, None if it is the same as before."""
    if before.closed is after.closed and before.policy is after.policy:
        return None
    return None if status(before) == status(after) else status(after)


def may_enter(table: Table, player: str) -> bool:
    """Return True if a player may follow the table, with or without a seat.

    `is_admitted` must be True for the player. If the policy allows no watchers, the player must also be the
    host, have a seat, or be a director or commentator.
    """
    return is_admitted(table, player) and (table.policy.watchers or _is_participant(table, player))


def _is_participant(table: Table, player: str) -> bool:
    """Return True if a player is the host, a director or a commentator, or plays at the table."""
    return bool(player) and (player == table.roles.host or plays(table, player) or _in_office(table, player))


def plays(table: Table, player: str) -> bool:
    """Return True if a player or a robot has a seat, or is the absent owner of a seat."""
    return table.seat_of(player) is not None or table.right_of(player) is not None


def _in_office(table: Table, player: str) -> bool:
    return bool(player) and (player in table.roles.directors or player in table.roles.commentators)


def watch_delay(policy: Policy) -> Delay | None:
    """Return the delay that the policy sets for watchers, None if it sets no delay or a delay of zero."""
    return policy.delay if policy.delay is not None and policy.delay != Delay() else None


def shows_live(policy: Policy) -> bool:
    """Return True if watchers see every hand while it is played.

    A policy with a delay of zero also shows the hands live.
    """
    return policy.hands == "live" if policy.delay is None else policy.delay == Delay()


def is_delayed(table: Table) -> bool:
    """Return True if watchers see the table with a delay, which the policy or a match may require.

    Watchers of a match see a deal only once both tables of the match have finished the deal.
    """
    return watch_delay(table.policy) is not None or _of_match(table)


def _of_match(table: Table) -> bool:
    return table.game.matching is not None and table.game.matching.standing(table.state) is not None


def sees_live(table: Table, player: str) -> bool:
    """Return True if a player sees the table without a delay.

    Players, directors and commentators always see the table without a delay. Watchers see the table without a
    delay unless `is_delayed` is True.
    """
    return not is_delayed(table) or plays(table, player) or _in_office(table, player)


def reason_not_to_see(table: Table, player: str, audience: Audience) -> str | None:
    """Return the reason why a player may not see the view of this audience, None if the player may.

    A seated player may see the view of the player's own seat and the public view. Watchers that see the table
    with a delay may see every hand. If `must_log_look` is True, the caller must log the player's look before
    it sends the view.
    """
    match audience:
        case Public():
            return None
        case Seated(seat):
            mine = table.seat_of(player) == seat
            return None if mine else "only the player of this seat, or its robot, may watch as this seat"
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
            return None if player in table.roles.directors else "you are not a director of this table"
        case Commentator():
            return None if player in table.roles.commentators else "you are not a commentator of this table"
        case Kibitzer(seat) if seat >= (seats := _watchable_seats(table)):
            return f"expected a seat from 0 to {seats - 1}, got {seat}"
        case Kibitzer() | AllHands():
            return _barred_from_watching(table, player, audience)
        case _:
            assert_never(audience)


def _watchable_seats(table: Table) -> int:
    """Return the number of seats whose hands can be watched."""
    showing = table.game.showing
    recorded = showing is not None and showing.recorded_seats
    return showing.eyes(table.state) if showing is not None and recorded else len(table.chairs)


def _barred_from_watching(table: Table, player: str, audience: Kibitzer | AllHands) -> str | None:
    if not sees_live(table, player):
        return None if player else "hidden hands are for players with a token"
    if table.over:
        return None
    if not player:
        return "hidden hands are for players with a token"
    permitted = isinstance(audience, Kibitzer) and (audience.seat, player) in table.hand_access.permissions
    if permitted or shows_live(table.policy):
        return None
    if isinstance(audience, Kibitzer):
        return "this table shows hands after the deal, or by permission of the seat's player; watch as public"
    return "this table shows hands after the deal; watch as public"


def must_log_look(table: Table, player: str, audience: Audience) -> bool:
    """Return True if the log must record a look (`Saw`) before this player sees hidden cards of the deal.

    Between two deals, True means that the look at the next deal must be logged, before any card of the next
    deal is sent.
    """
    if isinstance(audience, Public | Seated) or table.over or player in table.hand_access.seen_by:
        return False
    if sees_live(table, player):
        return True
    behind = watch_delay(table.policy)
    return not _of_match(table) and behind is not None and behind.boards == 0


def may_see(table: Table, player: str, audience: Audience) -> bool:
    """Return True if a player may now see this audience's view without a delay."""
    return sees_live(table, player) and _cleared(table, player, audience)


def may_see_delayed(table: Table, player: str, audience: Audience) -> bool:
    """Return True if a player may see this audience's view only with a delay."""
    return not sees_live(table, player) and _cleared(table, player, audience)


def changes_rights(entry: Entry) -> bool:
    """Return True if an entry may change which views a player may see.

    A player's action in the game never changes that.
    """
    if isinstance(entry, Acted):
        return entry.seat is None
    return not isinstance(entry, Saw | Credited | Agreed)


def awaits_logged_look(table: Table, player: str, audience: Audience) -> bool:
    """Return True if a watcher may see the view with a delay, as soon as the watcher's look is logged.

    Until the look at the next deal is logged, the watcher keeps the view of the last deal: a view with fewer
    hands would reveal that the last deal is over.
    """
    return not sees_live(table, player) and reason_not_to_see(table, player, audience) is None


def _cleared(table: Table, player: str, audience: Audience) -> bool:
    return reason_not_to_see(table, player, audience) is None and not must_log_look(table, player, audience)
