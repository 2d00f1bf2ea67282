"""The rules that decide which players may enter a table, sit at it, and see which of its views."""

from __future__ import annotations

from typing import Protocol, assert_never

from protocol.v1.requests import Delay, Policy
from server.games.base import AllHands, Audience, Commentator, Director, Kibitzer, Public, Seated
from server.table.events import Acted, Agreed, Credited, Entry, Saw
from server.table.table import Roles, Table


class Enterable(Protocol):
    """The fields of a table, or of its summary, from which the rules decide if a player may enter and sit."""

    @property
    def policy(self) -> Policy: ...

    @property
    def roles(self) -> Roles: ...

    @property
    def closed(self) -> bool: ...

    def seat_of(self, player: str) -> int | None: ...

    def right_of(self, player: str) -> int | None: ...


def is_admitted(table: Enterable, player: str) -> bool:
    """Return True if a player may enter the table, to sit or to watch.

    `player` is the id of the player, or "" for a client without a token.
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


def reason_not_to_sit(table: Enterable, player: str) -> str | None:
    """Return the reason why a player may not take any seat, None if the player may.

    The player must be one that may enter the table (`is_admitted` returns True).
    """
    if plays(table, player):
        return None
    if player in table.roles.onlookers:
        return "the host lets you watch this table, but not sit at it"
    if table.policy.sits == "anybody" or player in table.roles.invited or _is_participant(table, player):
        return None
    return "only players invited by the host may sit at this table"


def status(table: Enterable) -> str:
    """Return the table's status in the store: `open` (listed in the lobby), `unlisted` or `closed`."""
    if table.closed:
        return "closed"
    return "open" if table.policy.access == "open" else "unlisted"


def new_status(before: Table, after: Table) -> str | None:
    """Return the table's status in the store after a change, None if the status stays as it was.

    `before` and `after` are the table before and after the change. The function `status` lists the possible
    values.
    """
    if before.closed is after.closed and before.policy is after.policy:
        return None
    return None if status(before) == status(after) else status(after)


def may_enter(table: Enterable, player: str) -> bool:
    """Return True if a player may follow the table (get its views), with or without a seat.

    The player must be one that may enter the table (`is_admitted` returns True). If the table's policy allows
    no watchers, only the host, players with a seat, directors and commentators may follow the table.
    """
    return is_admitted(table, player) and (table.policy.watchers or _is_participant(table, player))


def _is_participant(table: Enterable, player: str) -> bool:
    """Return True if a player is the host, a director or a commentator, or plays at the table."""
    return bool(player) and (player == table.roles.host or plays(table, player) or _in_office(table, player))


def plays(table: Enterable, player: str) -> bool:
    """Return True if a player or a robot has a seat, or is the absent owner of a seat."""
    return table.seat_of(player) is not None or table.right_of(player) is not None


def _in_office(table: Enterable, player: str) -> bool:
    return bool(player) and (player in table.roles.directors or player in table.roles.commentators)


def watch_delay(policy: Policy) -> Delay | None:
    """Return the delay that the policy sets for watchers, None if it sets no delay or a delay of zero."""
    return policy.delay if policy.delay is not None and policy.delay != Delay() else None


def shows_live(policy: Policy) -> bool:
    """Return True if watchers see every hand while it is played.

    If the table's policy sets a delay of zero, watchers also see every hand while it is played.
    """
    return policy.hands == "live" if policy.delay is None else policy.delay == Delay()


def is_delayed(table: Table) -> bool:
    """Return True if watchers see the table with a delay, because its policy or its match requires one.

    Watchers of a match see a deal only once both tables of the match have finished the deal.
    """
    return watch_delay(table.policy) is not None or _of_match(table)


def _of_match(table: Table) -> bool:
    return table.game.sharing is not None and table.game.sharing.standing(table.state) is not None


def sees_live(table: Table, player: str) -> bool:
    """Return True if a player sees the table without a delay.

    Players, directors and commentators always see the table without a delay. Watchers see the table without a
    delay unless its policy or its match requires one (`is_delayed`).
    """
    return not is_delayed(table) or plays(table, player) or _in_office(table, player)


def reason_not_to_see(table: Table, player: str, audience: Audience) -> str | None:
    """Return the reason why a player may not see the view of `audience`, None if the player may see it.

    A seated player may see the view of the player's own seat and the public view. Watchers that see the table
    with a delay may see every hand. If `must_log_look` returns True, the caller must first write to the
    table's log that the player sees hidden hands, and then send the view.
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
            if _has_held_another_hand(table, player, audience):
                return "you have held a hand of this deal; watch as public until the deal is over"
            return _barred_from_hands(table, player, audience)
        case _:
            assert_never(audience)


def _has_held_another_hand(
    table: Table, player: str, audience: Kibitzer | AllHands | Director | Commentator
) -> bool:
    """Return True if a player has left a seat in this deal and `audience` sees another hand of the deal."""
    former = table.hand_access.former_seats.get(player)
    if former is None or not _shows_this_deal(table, player):
        return False
    return not (isinstance(audience, Kibitzer) and audience.seat == former)


def _shows_this_deal(table: Table, player: str) -> bool:
    """Return True if a watcher that may see hands sees the present deal's hands before the deal ends."""
    if table.over:
        return False
    if sees_live(table, player):
        return True
    behind = watch_delay(table.policy)
    return not _of_match(table) and behind is not None and behind.boards == 0


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
        return None if player else "only a player with a token may see hidden hands"
    if table.over:
        return None
    if not player:
        return "only a player with a token may see hidden hands"
    permitted = isinstance(audience, Kibitzer) and (audience.seat, player) in table.hand_access.permissions
    if permitted or shows_live(table.policy):
        return None
    if isinstance(audience, Kibitzer):
        return "this table shows hands after the deal, or by permission of the seat's player; watch as public"
    return "this table shows hands after the deal; watch as public"


def must_log_look(table: Table, player: str, audience: Audience) -> bool:
    """Return True if the log must record (`Saw`) that a player sees hidden cards, before the player does.

    Between two deals, the result True means that the log must record the player's look at the next deal
    before any card of that deal is sent to the player.
    """
    if isinstance(audience, Public | Seated) or player in table.hand_access.seen_by:
        return False
    return _shows_this_deal(table, player)


def may_see(table: Table, player: str, audience: Audience) -> bool:
    """Return True if a player may now see the view of `audience` without a delay."""
    return sees_live(table, player) and _cleared(table, player, audience)


def may_see_delayed(table: Table, player: str, audience: Audience) -> bool:
    """Return True if a player may see the view of `audience`, but only with a delay."""
    return not sees_live(table, player) and _cleared(table, player, audience)


def changes_rights(entry: Entry) -> bool:
    """Return True if an entry of the table's log may change which views a player may see.

    A player's action in the game never changes which views a player may see.
    """
    if isinstance(entry, Acted):
        return entry.seat is None
    return not isinstance(entry, Saw | Credited | Agreed)


def awaits_logged_look(table: Table, player: str, audience: Audience) -> bool:
    """Return True if a watcher may see a delayed view once the log says that the watcher sees hidden hands.

    Until the log says that the watcher sees hands of the next deal, the watcher keeps the view of the last
    deal: a view with fewer hands would reveal that the last deal is over.
    """
    return not sees_live(table, player) and reason_not_to_see(table, player, audience) is None


def _cleared(table: Table, player: str, audience: Audience) -> bool:
    return reason_not_to_see(table, player, audience) is None and not must_log_look(table, player, audience)
